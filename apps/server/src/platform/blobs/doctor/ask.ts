import { probeUrl, type HttpAnswer, type NetworkError } from '../../network/probe-url.ts';

export interface Answer extends HttpAnswer {
  /** The S3 error code in the body. Empty if there is none. */
  readonly s3Code: string;
  readonly isS3: boolean;
}

export type ProbeResult = { readonly answer: Answer } | { readonly networkError: NetworkError };

/** Returns every outcome, also network errors. Does not follow redirects. */
export async function ask(url: string, init: RequestInit = {}, timeLimitMs?: number): Promise<ProbeResult> {
  const result = await probeUrl(url, init, timeLimitMs);
  if ('networkError' in result) return result;
  const text = result.answer.bytes.subarray(0, 8_192).toString('utf8');
  return {
    answer: {
      ...result.answer,
      s3Code: /<Code>([^<]{1,64})<\/Code>/.exec(text)?.[1] ?? '',
      isS3: /^\s*<\?xml|<(Error|ListBucketResult)[\s>]/.test(text),
    },
  };
}
