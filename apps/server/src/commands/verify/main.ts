import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { ReceiptStatement } from '@coffer/contracts';
import { err, KIB, MIB, ok, parseJson, type Result, SECOND_MS } from '@coffer/kit';
import { isSecureOrigin } from '../../config/origins.ts';
import { type Content, readContent } from '../../features/storage/content.ts';
import {
  claimedIssuer,
  openReceipt,
  parseReceiptKeys,
  type ReceiptFault,
  type ReceiptKey,
} from '../../features/storage/open-receipt.ts';
import { printable } from '../../run/printable.ts';

// `coffer verify FILE RECEIPT [--key KEY]` checks a file against a receipt, without settings, data folder or database.
// Without a key it fetches the issuer's; exit codes: docs/operations.md.

const AS_RECEIVED = 0;
const DIFFERENT = 1;
const RECEIPT_NOT_GENUINE = 2;
const NOT_JUDGED = 3;
const USAGE = 64;

const NOT_STATED = 'not stated: it was not known when the receipt was issued';
const KEYS_PATH = '/.well-known/coffer-receipts.json';
const KEYS_MAX_BYTES = 64 * KIB;
const KEYS_TIMEOUT_MS = 30 * SECOND_MS;

const FAULTS: Readonly<Record<ReceiptFault['code'], { readonly code: number; readonly words: string }>> = {
  receipt_invalid: {
    code: NOT_JUDGED,
    words: 'This version of Coffer cannot read the receipt.',
  },
  receipt_forged: {
    code: RECEIPT_NOT_GENUINE,
    words:
      'The receipt is not genuine: its signature does not match. It was changed, or another key signed it.',
  },
  key_unknown: {
    code: RECEIPT_NOT_GENUINE,
    words: 'The receipt is not genuine, or older than the key: it names a key that is not among those given.',
  },
};

interface Ending {
  readonly code: number;
  readonly words: string;
}

// Node.js would exit with 1, which here means that the file differs.
process.on('uncaughtException', (error) => {
  process.stderr.write(`Coffer failed before it could decide: ${error.message}\n`);
  process.exit(NOT_JUDGED);
});

const ended = await main();
(ended.code === AS_RECEIVED ? process.stdout : process.stderr).write(`${ended.words}\n`);
process.exitCode = ended.code;

async function main(): Promise<Ending> {
  const asked = readArguments();
  if (asked === undefined)
    return { code: USAGE, words: 'Usage: coffer verify FILE RECEIPT.json [--key PUBLICKEY]' };
  const text = await readText(asked.receipt);
  if (!text.ok) return text.error;
  const receipt = parseJson(text.value);
  const keys = await findKeys(receipt, asked.key);
  if (!keys.ok) return keys.error;
  const opened = openReceipt(receipt, keys.value);
  if (!opened.ok) return FAULTS[opened.error.code];
  const { statement, kid } = opened.value;
  say('Receipt', `genuine, of ${printable(statement.issuer)}, key ${printable(kid ?? 'without a name')}`);
  say(
    'States',
    `${printable(statement.name)}, version ${statement.number}, received ${statement.receivedAt}`,
  );
  if (asked.key === undefined)
    say('', 'The key is the one that this address gives. --key holds it against a key you kept.');
  return await judge(asked.file, statement);
}

interface Asked {
  readonly file: string;
  readonly receipt: string;
  readonly key: string | undefined;
}

function readArguments(): Asked | undefined {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { key: { type: 'string' } },
    });
    const [file, receipt, ...more] = positionals;
    if (file === undefined || receipt === undefined || more.length > 0) return undefined;
    return { file, receipt, key: values.key };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

async function findKeys(
  receipt: unknown,
  file: string | undefined,
): Promise<Result<readonly ReceiptKey[], Ending>> {
  const text = file === undefined ? await fetchKeys(receipt) : await readText(file);
  if (!text.ok) return text;
  const keys = parseReceiptKeys(text.value);
  return keys.length > 0 ? ok(keys) : notJudged('The given key contains no Ed25519 key.');
}

/** Fetches the published keys, which prove that the owner of this URL signed the receipt. */
async function fetchKeys(receipt: unknown): Promise<Result<string, Ending>> {
  const issuer = claimedIssuer(receipt);
  if (issuer === undefined || !URL.canParse(KEYS_PATH, issuer)) return err(FAULTS.receipt_invalid);
  const address = new URL(KEYS_PATH, issuer);
  if (!isSecureOrigin(address.origin))
    return notJudged('The key can be fetched only over https. Give it with --key.');
  try {
    const signal = AbortSignal.timeout(KEYS_TIMEOUT_MS);
    const answer = await fetch(address, { redirect: 'error', signal });
    if (!answer.ok || answer.body === null) {
      await answer.body?.cancel();
      return notJudged(
        `${address.href} returned status ${answer.status} instead of keys. Give the key with --key.`,
      );
    }
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of answer.body) {
      pieces.push(piece);
      size += piece.length;
      if (size > KEYS_MAX_BYTES) return notJudged(`The response of ${address.href} is not a list of keys.`);
    }
    return ok(Buffer.concat(pieces).toString('utf8'));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return notJudged(`The key cannot be fetched from ${address.href}. Give it with --key.`);
  }
}

async function judge(file: string, statement: ReceiptStatement): Promise<Ending> {
  try {
    const found = await stat(file);
    // Only plain files are compared by size first, because a pipe has no length before its end.
    if (found.isFile() && found.size !== statement.sizeBytes)
      return differing([sizeWords(found.size, statement)]);
    const content = await readContent(createReadStream(file, { highWaterMark: MIB }), statement);
    const differences = differencesOf(content, statement);
    if (differences.length > 0) return differing(differences);
  } catch (error) {
    return { code: NOT_JUDGED, words: unread(file, error) };
  }
  const parts = statement.sha256.includes('-') ? `, in parts of ${statement.partSizeBytes} bytes` : '';
  say('Size', `${statement.sizeBytes} bytes`);
  say('SHA-256', `${statement.sha256}${parts}`);
  say('CRC-64', statement.crc64nvme ?? NOT_STATED);
  const whole = statement.contentSha256;
  if (whole !== undefined)
    say('SHA-256 of the whole', whole === null ? NOT_STATED : Buffer.from(whole, 'base64').toString('hex'));
  return { code: AS_RECEIVED, words: 'The file is what was received.' };
}

function differencesOf(content: Content, statement: ReceiptStatement): readonly string[] {
  if (content.sizeBytes !== statement.sizeBytes) return [sizeWords(content.sizeBytes, statement)];
  const { sha256, contentSha256 = null, crc64nvme } = statement;
  return [
    ...(content.sha256 === sha256 ? [] : [`SHA-256: received ${sha256}, the file has ${content.sha256}`]),
    ...(crc64nvme === null || content.crc64nvme === crc64nvme
      ? []
      : [`CRC-64: received ${crc64nvme}, the file has ${content.crc64nvme}`]),
    ...(contentSha256 === null || !sha256.includes('-') || content.contentSha256 === contentSha256
      ? []
      : [`SHA-256 of the whole: received ${contentSha256}, the file has ${content.contentSha256}`]),
  ];
}

function sizeWords(sizeBytes: number, statement: ReceiptStatement): string {
  return `Size: received ${statement.sizeBytes} bytes, the file has ${sizeBytes}`;
}

function differing(differences: readonly string[]): Ending {
  return { code: DIFFERENT, words: [...differences, 'The file is NOT what was received.'].join('\n') };
}

async function readText(path: string): Promise<Result<string, Ending>> {
  try {
    return ok(await readFile(path, 'utf8'));
  } catch (error) {
    return notJudged(unread(path, error));
  }
}

function unread(path: string, error: unknown): string {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) throw error;
  return `${path} cannot be read (${String(error.code)}).`;
}

function notJudged(words: string): Result<never, Ending> {
  return err({ code: NOT_JUDGED, words });
}

function say(label: string, words: string): void {
  process.stdout.write(`${label.padEnd(7)}  ${words}\n`);
}
