import { hear, type HeardAnswer, type Silence } from '../../network/hear.ts';

export interface Answer extends HeardAnswer {
  /** The S3 error code of the body; empty if none. */
  readonly s3Code: string;
  readonly isS3: boolean;
}

export type Heard = { readonly answer: Answer } | { readonly silence: Silence };

/** Reports any outcome. Does not follow redirects. */
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
