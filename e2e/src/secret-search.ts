/** In lower case. Thousands of texts are searched for the same few secrets. */
const known = new Map<string, readonly string[]>();

function formsOf(secret: string): readonly string[] {
  const forms = known.get(secret) ?? makeForms(secret);
  known.set(secret, forms);
  return forms;
}

function makeForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    // Base64 has three possible offsets within longer data.
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    return encoded.slice(offset === 0 ? 0 : 4, -2);
  });
  const plain = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ '': secret }).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    secret.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  ];
  const forms = [
    ...plain,
    ...base64,
    ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
  ];
  return [...new Set([...forms, ...forms.map(reversed)].map((form) => form.toLowerCase()))];
}

/** Names of the secrets that occur in a text in any usual encoding, forwards or backwards, in either case. */
export function leaksIn(text: string, secrets: ReadonlyMap<string, string>): readonly string[] {
  const lower = text.toLowerCase();
  return Array.from(secrets)
    .filter(([, secret]) => formsOf(secret).some((form) => lower.includes(form)))
    .map(([name]) => name);
}

/**
 * JSON Web Tokens, whole or truncated, forwards or backwards. Detected by a part that decodes to the start of a JOSE
 * header.
 */
export function tokensIn(text: string): readonly string[] {
  const found = [text, reversed(text)].flatMap((direction) => direction.match(/eyJ[\w-]{8,}/g) ?? []);
  return found.filter((part) => /^\{"\w+":/.test(Buffer.from(part, 'base64url').toString('latin1')));
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
