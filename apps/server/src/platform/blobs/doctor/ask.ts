import { hear, type HeardAnswer, type Silence } from '../../network/hear.ts';

/** An answer of whoever is at the address. */
export interface Answer extends HeardAnswer {
  /** The error code of S3 in the body; empty when there is none. */
  readonly s3Code: string;
  /** True when the body is XML of S3. */
  readonly isS3: boolean;
}

export type Heard = { readonly answer: Answer } | { readonly silence: Silence };

/** Sends one request and says what came of it, whatever that is. Redirects are not followed. */
export async function ask(url: string, init: RequestInit = {}, timeLimitMs?: number): Promise<Heard> {
  const heard = await hear(url, init, timeLimitMs);
  if ('silence' in heard) return heard;
  const text = heard.answer.bytes.subarray(0, 8_192).toString('utf8');
  return {
    answer: {
      ...heard.answer,
      s3Code: /<Code>([^<]{1,64})<\/Code>/.exec(text)?.[1] ?? '',
      isS3: /^\s*<\?xml|<(Error|ListBucketResult)[\s>]/.test(text),
    },
  };
}
