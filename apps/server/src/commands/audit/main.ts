import { createReadStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { splitLines } from '@coffer/kit';
import { type Expected, type Verdict, verifyExport } from './verify-export.ts';

// `coffer audit verify FILE [--head SEQUENCE-HASH]` checks an export of the audit trail, without settings, data folder
// or database. Exit codes: docs/operations.md.

const WHOLE = 0;
const BROKEN = 1;
const NOT_JUDGED = 3;
const USAGE = 64;

interface Ending {
  readonly code: number;
  readonly message: string;
}

// Node.js would exit with 1, which here means that the trail is broken.
process.on('uncaughtException', (error) => {
  process.stderr.write(`Coffer failed before it could decide: ${error.message}\n`);
  process.exit(NOT_JUDGED);
});

const ended = await main();
(ended.code === WHOLE ? process.stdout : process.stderr).write(`${ended.message}\n`);
process.exitCode = ended.code;

async function main(): Promise<Ending> {
  const asked = readArguments();
  if (asked === undefined) {
    return { code: USAGE, message: 'Usage: coffer audit verify FILE.jsonl [--head SEQUENCE-HASH]' };
  }
  const { file, head } = asked;
  const input = createReadStream(file, 'utf8');
  const opened = Promise.withResolvers<string | undefined>();
  input.once('open', () => opened.resolve(undefined));
  input.once('error', (error) => opened.resolve(error.message));
  const problem = await opened.promise;
  if (problem !== undefined) return { code: NOT_JUDGED, message: `The file cannot be read (${problem}).` };
  return describe(await verifyExport(splitLines(input), head), head);
}

interface Asked {
  readonly file: string;
  readonly head: Expected | undefined;
}

/** A head as `SEQUENCE-HASH`. The name of a head object in the bucket is also accepted. */
const HEAD = /^0*(\d{1,15})-([0-9a-f]{64})(?:-\d+)?$/;

function readArguments(): Asked | undefined {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { head: { type: 'string' } },
    });
    const [action, file, ...more] = positionals;
    if (action !== 'verify' || file === undefined || more.length > 0) return undefined;
    if (values.head === undefined) return { file, head: undefined };
    const [, sequence, hash] = HEAD.exec(values.head) ?? [];
    if (sequence === undefined || hash === undefined) return undefined;
    return { file, head: { sequence: Number(sequence), hash } };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function describe(verdict: Verdict, head: Expected | undefined): Ending {
  switch (verdict.kind) {
    case 'whole': {
      const { rows, sequence, hash } = verdict;
      const known = head === undefined ? '' : ` It agrees with the head at row ${head.sequence}.`;
      return {
        code: WHOLE,
        message: `The trail is unbroken: ${rows} rows follow from one another.${known}\nHead: ${sequence}-${hash}`,
      };
    }
    case 'no_export':
      return {
        code: NOT_JUDGED,
        message: `Line ${verdict.line} is not a row of an audit export. Export the trail as JSON Lines, without filters.`,
      };
    case 'changed':
      return broken(`row ${verdict.sequence} (line ${verdict.line}) was changed: its hash does not match`);
    case 'repeated':
      return broken(`row ${verdict.sequence} (line ${verdict.line}) is out of order`);
    case 'missing':
      return broken(
        `row ${verdict.sequence} is missing before line ${verdict.line}. A filtered export cannot be verified as a whole`,
      );
    case 'replaced':
      return broken(`row ${verdict.sequence} (line ${verdict.line}) does not follow from the row before it`);
    case 'cut':
      return broken(`rows after row ${verdict.sequence} are missing, or the download was interrupted`);
  }
}

function broken(what: string): Ending {
  return { code: BROKEN, message: `The trail is BROKEN: ${what}.` };
}
