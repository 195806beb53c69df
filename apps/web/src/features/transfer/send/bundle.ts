import type { SignedBundle, StoreReceipt } from '@coffer/contracts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Built by hand, because `FormData` keeps an entry for each file. @see https://www.rfc-editor.org/rfc/rfc7578 */
export function bundleOf({ fields }: SignedBundle, files: readonly Bytes[], boundary: string): Blob {
  const head = (name: string): string => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
  const file = `\r\n${head('file')}; filename="file"\r\n\r\n`;
  return new Blob(
    [
      fields.map(([name, value]) => `${head(name)}\r\n\r\n${value}`).join('\r\n'),
      ...files.flatMap((bytes) => [file, bytes]),
      `\r\n--${boundary}--\r\n`,
    ],
    { type: `multipart/form-data; boundary=${boundary}` },
  );
}

/** Returns undefined if the response contains no receipt that a completion request can use. */
export function parseReceipt(answer: string): StoreReceipt | undefined {
  try {
    const { receipt, signature }: Partial<Record<string, unknown>> = JSON.parse(answer);
    return typeof receipt === 'string' && typeof signature === 'string' ? { receipt, signature } : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof TypeError) return undefined;
    throw cause;
  }
}
