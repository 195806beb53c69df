import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
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
import type { Outcome, Services } from '../../services.ts';
import { findNode, findVersionRow, knownCrc64 } from '../files/index.ts';
import { hastenReading } from '../ledger/index.ts';
import { findReceiptKey, keepReceiptKey } from './store/receipt-key.ts';

const PURPOSE = 'setting.receipt_key';
const ALGORITHM = 'EdDSA';

const Kept = z.object({ kid: z.string(), publicX: z.string(), privateSealed: z.string() });
type Kept = z.infer<typeof Kept>;

/**
 * A signed statement of what was received, for the sender to keep: a JWS in flattened JSON form over Ed25519. Anybody can verify it with
 * the published key, without this server.
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
  // Whoever wants a receipt wants all that it can state: the next one has the sum, within the budget of the day.
  if (crc64nvme === null && version.checked_at !== null) {
    const { blob_id: blobId, checked_at: checkedAt } = version;
    await hastenReading(services.db, { id: blobId, spaceId: node.space_id, checkedAt });
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
    partSizeBytes: version.part_size_bytes ?? partSizeFor(version.size_bytes),
    crc64nvme,
    authorId: UserId.parse(version.author_id),
    receivedAt: version.created_at.toISOString(),
    verifiedAt: version.verified_at?.toISOString() ?? null,
    issuedAt: now.toISOString(),
  };
  return ok(await signStatement(services, statement));
}

async function signStatement(
  services: Pick<Services, 'db' | 'clock' | 'cipher'>,
  statement: ReceiptStatement,
): Promise<Receipt> {
  const kept = await receiptKey(services);
  const header = encode({ alg: ALGORITHM, kid: kept.kid, typ: 'coffer-receipt+jws' });
  const payload = encode(statement);
  const key = createPrivateKey({
    key: Buffer.from(services.cipher.open(kept.privateSealed, PURPOSE), 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const signature = sign(undefined, Buffer.from(`${header}.${payload}`), key).toString('base64url');
  return { protected: header, payload, signature };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The keys that receipts are verified with, as a JWK Set. */
export async function receiptKeys(
  services: Pick<Services, 'db' | 'clock' | 'cipher'>,
): Promise<{ readonly keys: readonly object[] }> {
  const { kid, publicX } = await receiptKey(services);
  return { keys: [{ kty: 'OKP', crv: 'Ed25519', x: publicX, kid, alg: ALGORITHM, use: 'sig' }] };
}

/** The key of this installation: made when it is asked for first, by whichever server is first. */
async function receiptKey(services: Pick<Services, 'db' | 'clock' | 'cipher'>): Promise<Kept> {
  const found = Kept.safeParse(await findReceiptKey(services.db));
  if (found.success) return found.data;
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  const publicX = defined(x, 'an Ed25519 key has a public part');
  const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const made: Kept = {
    kid: services.clock.now().toISOString().slice(0, 10),
    publicX,
    privateSealed: services.cipher.seal(der, PURPOSE),
  };
  await keepReceiptKey(services.db, made, services.clock.now());
  return Kept.parse(await findReceiptKey(services.db));
}
