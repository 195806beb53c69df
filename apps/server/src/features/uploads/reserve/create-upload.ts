import {
  type CreateUploadRequest,
  type CreateUploadResult,
  type CreateUploadsRequest,
  type CreateUploadsResult,
  Instant,
  type Issue,
  LIMITS,
  nodeNameIssue,
  type SignedBundle,
} from '@coffer/contracts';
import { defined, eachAtOnce, err, ok, type Result } from '@coffer/kit';
import { type MaybeOnce, UNKEYED } from '../../../platform/db/once.ts';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { endUpload } from '../end/end-upload.ts';
import { itemFailure } from '../item-failure.ts';
import { isSinglePut, layoutOf, partIssues, type UploadFailure, type UploadRow } from '../model.ts';
import { presentUpload } from '../present.ts';
import { openAtProvider } from '../provider-upload.ts';
import { type Judged, type Reserved, reserveUploads } from './reserve-uploads.ts';
import { isForBundle, signBundles } from '../sign/sign-bundles.ts';
import { declareAndSign, signDeclared } from '../sign/sign-parts.ts';
import type { Sender } from '../guests/sender.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'blobs' | 'log'> & MaybeOnce;
type Created = Result<CreateUploadResult, UploadFailure>;

const OPENED_AT_ONCE = 8;

/** Reserves quota for a file, opens the upload at the store and signs the first parts. */
export async function createUpload(
  services: Needs,
  actor: Sender,
  input: CreateUploadRequest,
): Outcome<CreateUploadResult, UploadFailure> {
  const asked = { asked: [input], bundle: false, stored: storedAnswerForOne };
  const { created } = await createEach(services, actor, asked);
  return defined(created[0], 'a file has no result');
}

/** Like {@link createUpload}, for many files. A rejected file does not stop the others. */
export async function createUploads(
  services: Needs,
  actor: Sender,
  { uploads, bundle }: CreateUploadsRequest,
): Outcome<CreateUploadsResult, never> {
  const asked = { asked: uploads, bundle, stored: storedAnswerForMany };
  const { created, bundles } = await createEach(services, actor, asked);
  return ok({ ...answerForMany(created), ...(bundles.length > 0 ? { bundles: [...bundles] } : {}) });
}

function storedAnswerForOne([only]: readonly Created[]): CreateUploadResult | undefined {
  return only?.ok === true ? withoutSignatures(only.value) : undefined;
}

function storedAnswerForMany(created: readonly Created[]): CreateUploadsResult {
  return answerForMany(created.map((result) => (result.ok ? ok(withoutSignatures(result.value)) : result)));
}

/**
 * Responses stored for repeated calls contain no signatures: these would have expired for a retry, and be readable in
 * the database until then.
 */
function withoutSignatures(created: CreateUploadResult): CreateUploadResult {
  return created.outcome === 'created' ? { ...created, signed: [] } : created;
}

function answerForMany(created: readonly Created[]): CreateUploadsResult {
  return { items: created.map((result) => (result.ok ? result.value : itemFailure(result.error))) };
}

interface Asked {
  readonly asked: readonly CreateUploadRequest[];
  readonly bundle: boolean;
  /** The response to store for repeated calls. Undefined if the request was rejected. */
  readonly stored: (created: readonly Created[]) => unknown;
}

async function createEach(
  services: Needs,
  actor: Sender,
  { asked, bundle, stored }: Asked,
): Promise<{ readonly created: readonly Created[]; readonly bundles: readonly SignedBundle[] }> {
  // Files are compared by identity from here on, because a batch may contain the same file twice.
  const sent = asked.map((input) => ({ ...input, name: input.name.normalize('NFC') }));
  const inputs = sent.map((input) => actor.guest?.placed?.(input) ?? input);
  const { once = UNKEYED } = services;
  const begunAt = services.clock.now();
  const { integrity } = services.blobs;
  const answers = new Map<CreateUploadRequest, Created>();
  for (const [index, input] of inputs.entries()) {
    const given = defined(sent[index], 'a file has no target');
    const failure = inputFailure(given, integrity) ?? actor.guest?.refusal(given);
    if (failure !== undefined) answers.set(input, err(failure));
  }
  const sound = inputs.filter((input) => !answers.has(input));
  const reserved = await reserveUploads(services, actor, {
    inputs: sound,
    begin: once.begin,
    reserved: async (tx, judged) => {
      const all = inputs.map((input) => answers.get(input) ?? judgedAnswer(judged.get(input)));
      await once.keep(tx, stored(all));
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
    answers.set(input, ok(createdOf(defined(signed[index], 'an upload was not signed'))));
  }
  await eachAtOnce(others, OPENED_AT_ONCE, async ([input, { upload }]) => {
    answers.set(input, await openParts(services, upload, input));
  });
  const created = inputs.map((input) => defined(answers.get(input), 'a file has no result'));
  // The store rejected an upload. A repeated call that gets the old response would find the upload failed, so the new
  // response is stored.
  if (others.some(([input]) => answers.get(input)?.ok === false))
    await once.keep(services.db, stored(created));
  return { created, bundles };
}

function judgedAnswer(judged: Judged | undefined): Created {
  const result = defined(judged, 'a valid file has no result');
  if (!result.ok) return result;
  if (result.value.outcome === 'skipped') return ok(result.value);
  return ok(createdOf({ upload: result.value.upload, signed: [] }));
}

function inputFailure(
  { name, sizeBytes, modifiedAt, parts = [] }: CreateUploadRequest,
  integrity: UploadRow['integrity'],
): UploadFailure | undefined {
  if (sizeBytes > LIMITS.fileSizeMaxBytes)
    return { code: 'file_too_large', facts: { limit: LIMITS.fileSizeMaxBytes } };
  const nameCode = nodeNameIssue(name);
  const issues: readonly Issue[] = [
    ...(nameCode === undefined ? [] : [{ path: 'name', code: nameCode }]),
    ...(Instant.safeParse(modifiedAt).success ? [] : [{ path: 'modifiedAt', code: 'wrong_format' as const }]),
    ...partIssues(parts, { ...layoutOf(sizeBytes), integrity }),
  ];
  return issues.length > 0 ? { code: 'invalid_request', issues } : undefined;
}

type Reservation = Extract<Reserved, { readonly outcome: 'reserved' }>;

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

export function createdOf({
  upload,
  signed,
}: Awaited<ReturnType<typeof signDeclared>>[number]): CreateUploadResult {
  return { outcome: 'created', upload: presentUpload(upload), signed: [...signed] };
}
