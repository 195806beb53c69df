import { createRequestSigner, type SigningKeys } from './request-signer.ts';

type Fields = readonly (readonly [name: string, value: string])[];

export interface FormToSign {
  readonly bucket: string;
  readonly fields: Fields;
  readonly at: Date;
  readonly expiresAt: Date;
}

/**
 * Signs an S3 POST form for exactly these fields and a file of exactly this size.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export function signForm(
  access: SigningKeys & { readonly region: string },
  form: FormToSign & { readonly sizeBytes: number },
): Fields {
  return signPolicy(access, form, {
    conditions: [['content-length-range', form.sizeBytes, form.sizeBytes]],
  });
}

export function signPolicy(
  access: SigningKeys & { readonly region: string },
  form: FormToSign,
  { conditions, ...members }: { readonly conditions: readonly unknown[] } & Readonly<Record<string, unknown>>,
): Fields {
  const signer = createRequestSigner(access, { region: access.region, service: 's3', at: form.at });
  const fields = [
    ...form.fields,
    ['x-amz-algorithm', signer.algorithm],
    ['x-amz-credential', signer.credential],
    ['x-amz-date', signer.amzDate],
  ] as const;
  const document = {
    expiration: form.expiresAt.toISOString(),
    conditions: [
      { bucket: form.bucket },
      ...fields.map(([name, value]) => ({ [name]: value })),
      ...conditions,
    ],
    ...members,
  };
  const policy = Buffer.from(JSON.stringify(document)).toString('base64');
  return [...fields, ['policy', policy], ['x-amz-signature', signer.signText(policy)]];
}
