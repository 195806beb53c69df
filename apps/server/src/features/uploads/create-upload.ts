import {
  type CreateUploadRequest,
  type CreateUploadResult,
  type CreateUploadsRequest,
  type CreateUploadsResult,
  type Issue,
  nodeNameIssue,
  type Person,
  type SignedBundle,
} from '@coffer/contracts';
import { defined, eachAtOnce, err, ok, type Result } from '@coffer/kit';
import { type MaybeOnce, UNKEYED } from '../../platform/db/once.ts';
import type { Outcome, Services } from '../../services.ts';
import { endUpload } from './end-upload.ts';
import { itemFailure } from './item-failure.ts';
import { isSinglePut, layoutOf, partIssues, type UploadFailure, type UploadRow } from './model.ts';
import { presentUpload } from './present.ts';
import { openAtProvider } from './provider-upload.ts';
import { type Judged, type Reserved, reserveUploads } from './reserve-uploads.ts';
import { isForBundle, signBundles } from './sign-bundles.ts';
import { declareAndSign, signDeclared } from './sign-parts.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'> & MaybeOnce;
type Created = Result<CreateUploadResult, UploadFailure>;

/** Uploads of parts that are opened at the store at once. */
const OPENED_AT_ONCE = 8;

/**
 * Reserves room for a file before its first byte, enters its object into the ledger, opens the upload at the store and signs
 * the first parts when they are given.
 */
export async function createUpload(
  services: Needs,
  actor: Person,
  input: CreateUploadRequest,
): Outcome<CreateUploadResult, UploadFailure> {
  const asked = { asked: [input], bundle: false, answered: answerForOne };
  const { created } = await createEach(services, actor, asked);
  return defined(created[0], 'each file has its answer');
}

/** The same for many files, of any folders, in few transactions. Each stands for itself: one that is refused stops no other. */
export async function createUploads(
  services: Needs,
  actor: Person,
  { uploads, bundle }: CreateUploadsRequest,
): Outcome<CreateUploadsResult, never> {
  const asked = { asked: uploads, bundle, answered: answerForMany };
  const { created, bundles } = await createEach(services, actor, asked);
  return ok({ ...answerForMany(created), ...(bundles.length > 0 ? { bundles: [...bundles] } : {}) });
}

function answerForOne([only]: readonly Created[]): CreateUploadResult | undefined {
  return only?.ok === true ? only.value : undefined;
}

function answerForMany(created: readonly Created[]): CreateUploadsResult {
  return { items: created.map((result) => (result.ok ? result.value : itemFailure(result.error))) };
}

interface Asked {
  readonly asked: readonly CreateUploadRequest[];
  /** True when the files may go to the store together. */
  readonly bundle: boolean;
  /** What is told to whoever asks the same again; undefined where it was refused. */
  readonly answered: (created: readonly Created[]) => unknown;
}

async function createEach(
  services: Needs,
  actor: Person,
  { asked, bundle, answered }: Asked,
): Promise<{ readonly created: readonly Created[]; readonly bundles: readonly SignedBundle[] }> {
  // Each is known by its own object from here on, also one that was asked for twice.
  const inputs = asked.map((input) => ({ ...input, name: input.name.normalize('NFC') }));
  const { once = UNKEYED } = services;
  const begunAt = services.clock.now();
  const { integrity } = services.blobs;
  const answers = new Map<CreateUploadRequest, Created>();
  for (const input of inputs) {
    const issues = [
      ...nameIssues(input.name),
      ...partIssues(input.parts ?? [], { ...layoutOf(input.sizeBytes), integrity }),
    ];
    if (issues.length > 0) answers.set(input, err({ code: 'invalid_request', issues }));
  }
  const sound = inputs.filter((input) => !answers.has(input));
  const reserved = await reserveUploads(services, actor, {
    inputs: sound,
    begin: once.begin,
    reserved: async (tx, judged) => {
      const all = inputs.map((input) => answers.get(input) ?? judgedAnswer(judged.get(input)));
      await once.keep(tx, answered(all));
    },
  });
  const bundled: [CreateUploadRequest, Reservation][] = [];
  const single: [CreateUploadRequest, Reservation][] = [];
  const others: [CreateUploadRequest, Reservation][] = [];
  for (const [input, result] of reserved) {
    if (!result.ok) answers.set(input, result);
    else if (result.value.outcome === 'skipped') answers.set(input, ok(result.value));
    else if (bundle && isForBundle(services, result.value)) bundled.push([input, result.value]);
    else (isSinglePut(result.value.upload) ? single : others).push([input, result.value]);
  }
  for (const [input, { upload }] of bundled) answers.set(input, ok(createdOf({ upload, signed: [] })));
  const bundles = await signBundles(
    services,
    begunAt,
    bundled.map(([, reservation]) => reservation),
  );
  const signed = await signDeclared(
    services,
    begunAt,
    single.map(([, { upload, declared }]) => ({ upload, rows: declared })),
  );
  for (const [index, [input]] of single.entries()) {
    answers.set(input, ok(createdOf(defined(signed[index], 'each upload is signed'))));
  }
  await eachAtOnce(others, OPENED_AT_ONCE, async ([input, { upload }]) => {
    answers.set(input, await openParts(services, upload, input));
  });
  const created = inputs.map((input) => defined(answers.get(input), 'each file has its answer'));
  // The store took no upload of parts: its room is free again. Whoever asked again before this was told of it, and finds it failed.
  if (others.some(([input]) => answers.get(input)?.ok === false))
    await once.keep(services.db, answered(created));
  return { created, bundles };
}

/** What is known of a file once its room is reserved. */
function judgedAnswer(judged: Judged | undefined): Created {
  const result = defined(judged, 'each sound file is judged');
  if (!result.ok) return result;
  if (result.value.outcome === 'skipped') return ok(result.value);
  return ok(createdOf({ upload: result.value.upload, signed: [] }));
}

function nameIssues(name: string): readonly Issue[] {
  const code = nodeNameIssue(name);
  return code === undefined ? [] : [{ path: 'name', code }];
}

type Reservation = Extract<Reserved, { readonly outcome: 'reserved' }>;

/** Opens a reserved upload of parts at the store. */
async function openParts(services: Needs, upload: UploadRow, input: CreateUploadRequest): Promise<Created> {
  const opened = await openAtProvider(services, upload);
  if (!opened.ok) {
    await endUpload(services, upload.id, 'failed');
    return opened;
  }
  const parts = input.parts ?? [];
  if (parts.length === 0) return ok(createdOf({ upload: opened.value, signed: [] }));
  const signed = await declareAndSign(services, { upload: opened.value, parts });
  return signed.ok ? ok(createdOf(signed.value)) : signed;
}

/** How an upload is answered that can be sent. */
export function createdOf({
  upload,
  signed,
}: Awaited<ReturnType<typeof signDeclared>>[number]): CreateUploadResult {
  return { outcome: 'created', upload: presentUpload(upload), signed: [...signed] };
}
