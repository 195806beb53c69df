import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import {
  NodeId,
  partSizeFor,
  type Person,
  type Receipt,
  type ReceiptStatement,
  SpaceId,
  UserId,
  VersionId,
} from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import * as z from 'zod/mini';
import { inTransaction } from '../../platform/db/transaction.ts';
import { tryOpen } from '../../platform/secrets/cipher.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findNode, findVersionRow, knownContentSha256, knownCrc64 } from '../files/index.ts';
import { prioritizeCheck } from '../ledger/index.ts';
import { findReceiptKeys, lockReceiptKeys, putReceiptKeys } from './store/receipt-key.ts';

const PURPOSE = 'setting.receipt_key';
const ALGORITHM = 'EdDSA';

const StoredKey = z.object({ kid: z.string(), publicX: z.string(), privateSealed: z.string() });
type StoredKey = z.infer<typeof StoredKey>;
/** Earlier versions of Coffer stored a single key. */
const StoredKeys = z.union([z.array(StoredKey), StoredKey]);

type Needs = Pick<Services, 'db' | 'clock' | 'cipher'>;

interface SigningKey {
  readonly kid: string;
  /** The private key as PKCS #8 in DER, in base64. */
  readonly privateDer: string;
}

/**
 * Returns a receipt as a flattened JWS with Ed25519, which can be verified offline with the published key.
 * @see RFC 7515 section 7.2.2 and RFC 8037 section 3.1
 */
export async function getReceipt(
  services: Pick<Services, 'db' | 'clock' | 'cipher' | 'config'>,
  actor: Person,
  input: { readonly nodeId: NodeId; readonly versionId: VersionId | undefined },
): Outcome<Receipt, { readonly code: 'node_not_found' }> {
  const now = services.clock.now();
  const access = await findNode(services.db, { actor, now }, input.nodeId);
  const id = input.versionId ?? access?.node.current_version_id ?? undefined;
  if (access === undefined || id === undefined) return err({ code: 'node_not_found' });
  const { node } = access;
  const version = await findVersionRow(services.db, { spaceId: node.space_id, nodeId: node.id, id });
  if (version === undefined) return err({ code: 'node_not_found' });
  const crc64nvme = knownCrc64(version);
  const contentSha256 = knownContentSha256(version);
  // Requests a scrub of this object, so that the next receipt has all checksums.
  if ((crc64nvme === null || contentSha256 === null) && version.checked_at !== null) {
    const { blob_id: blobId, checked_at: checkedAt } = version;
    await prioritizeCheck(services.db, { id: blobId, spaceId: node.space_id, checkedAt });
  }
  const statement: ReceiptStatement = {
    format: 'coffer-receipt-1',
    issuer: services.config.url,
    spaceId: SpaceId.parse(node.space_id),
    nodeId: NodeId.parse(node.id),
    versionId: VersionId.parse(version.id),
    number: version.number,
    name: node.name,
    sizeBytes: version.size_bytes,
    mediaType: version.media_type,
    sha256: version.sha256,
    contentSha256,
    partSizeBytes: version.part_size_bytes ?? partSizeFor(version.size_bytes),
    crc64nvme,
    authorId: UserId.parse(version.author_id),
    receivedAt: version.created_at.toISOString(),
    verifiedAt: version.verified_at?.toISOString() ?? null,
    issuedAt: now.toISOString(),
  };
  return ok(await signStatement(services, statement));
}

async function signStatement(services: Needs, statement: ReceiptStatement): Promise<Receipt> {
  const { kid, privateDer } = await signingKey(services);
  const header = encode({ alg: ALGORITHM, kid, typ: 'coffer-receipt+jws' });
  const payload = encode(statement);
  const key = createPrivateKey({ key: Buffer.from(privateDer, 'base64'), format: 'der', type: 'pkcs8' });
  const signature = sign(undefined, Buffer.from(`${header}.${payload}`), key).toString('base64url');
  return { protected: header, payload, signature };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The public keys. Includes keys of earlier master keys, so that old receipts can still be verified. */
export async function receiptKeys(services: Needs): Promise<{ readonly keys: readonly object[] }> {
  await signingKey(services);
  const keys = parseKeys(await findReceiptKeys(services.db)).map(({ kid, publicX }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    x: publicX,
    kid,
    alg: ALGORITHM,
    use: 'sig',
  }));
  return { keys };
}

/** The signing key. Created under a lock on first use and after a change of the master key. */
async function signingKey(services: Needs): Promise<SigningKey> {
  const { cipher, clock, db } = services;
  const known = findOpenable(services, parseKeys(await findReceiptKeys(db)));
  if (known !== undefined) return known;
  return await inTransaction(db, async (tx) => {
    const now = clock.now();
    const keys = parseKeys(await lockReceiptKeys(tx, now));
    const found = findOpenable(services, keys);
    if (found !== undefined) return found;
    const { privateKey } = generateKeyPairSync('ed25519');
    const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
    const publicX = defined(x, 'an Ed25519 key has no public part');
    const kid = thumbprint(publicX);
    const privateDer = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
    const made: StoredKey = { kid, publicX, privateSealed: cipher.seal(privateDer, PURPOSE) };
    await putReceiptKeys(tx, [made, ...keys], now);
    return { kid, privateDer };
  });
}

function findOpenable({ cipher }: Needs, keys: readonly StoredKey[]): SigningKey | undefined {
  for (const { kid, privateSealed } of keys) {
    const privateDer = tryOpen(cipher, privateSealed, PURPOSE);
    if (privateDer !== undefined) return { kid, privateDer };
  }
  return undefined;
}

function parseKeys(value: unknown): readonly StoredKey[] {
  return value === undefined ? [] : [StoredKeys.parse(value)].flat();
}

/** A key id by RFC 7638, section 3, with the members of RFC 8037, section 2. */
function thumbprint(publicX: string): string {
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x: publicX });
  return createHash('sha256').update(members).digest('base64url');
}
