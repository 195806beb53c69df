import { isErrorCode, type JobDetails } from '@coffer/contracts';
import { apiErrorOf } from '../calls/error.ts';
import { errorTexts } from '../calls/error-texts.ts';
import { invalidateTree } from '../nodes.ts';
import type { QueryCache } from '../calls/query-cache.ts';
import { announceEnd, awaitEnd } from './announced.ts';
import { fetchUndoable, followJob, undoJob } from './jobs.ts';
import { text } from './texts.ts';

/** Text and tone of a toast. */
export interface UndoMessage {
  readonly tone: 'success' | 'danger' | 'info';
  readonly text: string;
  readonly isOffline?: boolean;
}

const RECENT_MS = 24 * 60 * 60_000;

let turn: Promise<unknown> = Promise.resolve();

/** Runs undos in sequence, so that pressing the key twice undoes two actions. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = turn.then(work);
  turn = Promise.allSettled([result]);
  return result;
}

export async function undo(cache: QueryCache, jobId: string): Promise<UndoMessage> {
  return await inTurn(async () => await undoNow(cache, jobId));
}

/** Undoes the person's last action in any browser. Older actions can be undone in the activity list. */
export async function undoNewest(cache: QueryCache): Promise<UndoMessage> {
  return await inTurn(async () => {
    try {
      const job = await fetchUndoable();
      const isRecent = job !== undefined && Date.now() - Date.parse(job.createdAt) < RECENT_MS;
      return isRecent ? await undoNow(cache, job.id) : { tone: 'info', text: text('undo.nothing') };
    } catch (cause) {
      return failureOf(cause);
    }
  });
}

async function undoNow(cache: QueryCache, jobId: string): Promise<UndoMessage> {
  try {
    const job = await awaitEnd(async () => {
      const answer = await undoJob(jobId);
      announceEnd(jobId, 'undone');
      return answer;
    });
    return messageOf(job.state === 'undoing' ? await followJob(jobId) : job);
  } catch (cause) {
    return failureOf(cause);
  } finally {
    await invalidateTree(cache);
  }
}

function failureOf(cause: unknown): UndoMessage {
  const error = apiErrorOf(cause);
  const words = `${text('undo.failed')} ${errorTexts().ofError(error)}`;
  return { tone: 'danger', text: words, isOffline: error.code === 'offline' };
}

function messageOf(job: JobDetails): UndoMessage {
  const { kind, name, undone, total } = job;
  if (job.kept > 0) return { tone: 'danger', text: keptWords(job) };
  const words = total === 1 ? text(`undo.${kind}.one`, { name }) : text(`undo.${kind}`, { count: undone });
  return { tone: 'success', text: words };
}

const NAMES_SHOWN = 3;

/** How many items could not be undone, and why. */
function keptWords({ kept, total, refused }: JobDetails): string {
  const codes = [...new Set(refused.map(({ code }) => code))];
  const [code = ''] = codes;
  const reason = codes.length === 1 && isErrorCode(code) ? errorTexts().ofCode(code) : '';
  const [first] = refused;
  if (kept === 1 && first !== undefined) return `${text('undo.keptOne', { name: first.name })} ${reason}`;
  const shown = refused.slice(0, NAMES_SHOWN).map(({ name }) => `“${name}”`);
  const names = [...shown, ...(kept > shown.length ? ['…'] : [])].join(', ');
  return `${text('undo.kept', { kept, total: Math.max(kept, total), names })} ${reason}`.trim();
}
