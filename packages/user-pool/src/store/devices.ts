import type { Db, DeviceStatus, Tx } from './database/database.ts';

export interface Device {
  readonly key: string;
  readonly poolId: string;
  readonly accountId: string;
  /** Takes the place of the pool name in SRP. */
  readonly groupKey: string;
  readonly status: DeviceStatus;
  readonly name: string | null;
  /** Undefined until ConfirmDevice. */
  readonly verifier: DeviceVerifier | undefined;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly lastAuthenticatedAt: Date;
}

export interface DeviceVerifier {
  readonly salt: Buffer;
  readonly sealed: string;
}

export interface DeviceOwner {
  readonly poolId: string;
  readonly accountId: string;
}

const COLUMNS = [
  'device_key',
  'pool_id',
  'account_id',
  'group_key',
  'status',
  'name',
  'salt',
  'verifier_sealed',
  'address',
  'created_at',
  'updated_at',
  'last_authenticated_at',
] as const;

interface Row {
  readonly device_key: string;
  readonly pool_id: string;
  readonly account_id: string;
  readonly group_key: string;
  readonly status: DeviceStatus;
  readonly name: string | null;
  readonly salt: Buffer | null;
  readonly verifier_sealed: string | null;
  readonly address: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_authenticated_at: Date;
}

function toDevice(row: Row): Device {
  return {
    key: row.device_key,
    poolId: row.pool_id,
    accountId: row.account_id,
    groupKey: row.group_key,
    status: row.status,
    name: row.name,
    verifier:
      row.salt === null || row.verifier_sealed === null
        ? undefined
        : { salt: row.salt, sealed: row.verifier_sealed },
    address: row.address,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastAuthenticatedAt: row.last_authenticated_at,
  };
}

export interface NewDevice extends DeviceOwner {
  readonly key: string;
  readonly groupKey: string;
  readonly address: string | null;
  readonly now: Date;
}

/** The device is unconfirmed until ConfirmDevice. */
export async function insertDevice(db: Db | Tx, device: NewDevice): Promise<void> {
  await db
    .insertInto('device')
    .values({
      device_key: device.key,
      pool_id: device.poolId,
      account_id: device.accountId,
      group_key: device.groupKey,
      status: 'new',
      name: null,
      salt: null,
      verifier_sealed: null,
      address: device.address,
      created_at: device.now,
      updated_at: device.now,
      last_authenticated_at: device.now,
    })
    .execute();
}

export async function findDevice(
  db: Db | Tx,
  owner: DeviceOwner,
  deviceKey: string,
): Promise<Device | undefined> {
  const row = await db
    .selectFrom('device')
    .select(COLUMNS)
    .where('device_key', '=', deviceKey)
    .where('pool_id', '=', owner.poolId)
    .where('account_id', '=', owner.accountId)
    .executeTakeFirst();
  return row && toDevice(row);
}

export interface DevicePage {
  readonly limit: number;
  readonly after: { readonly createdAt: Date; readonly key: string } | undefined;
}

export async function listDevices(
  db: Db | Tx,
  owner: DeviceOwner,
  page: DevicePage,
): Promise<readonly Device[]> {
  let query = db
    .selectFrom('device')
    .select(COLUMNS)
    .where('account_id', '=', owner.accountId)
    .where('pool_id', '=', owner.poolId)
    .where('status', '!=', 'new');
  if (page.after !== undefined) {
    const { createdAt, key } = page.after;
    query = query.where((where) =>
      where.or([
        where('created_at', '>', createdAt),
        where.and([where('created_at', '=', createdAt), where('device_key', '>', key)]),
      ]),
    );
  }
  const rows = await query.orderBy('created_at').orderBy('device_key').limit(page.limit).execute();
  return rows.map(toDevice);
}

export interface DeviceConfirmation {
  readonly status: 'remembered' | 'not_remembered';
  readonly name: string | null;
  readonly verifier: DeviceVerifier;
  readonly now: Date;
}

export async function confirmNewDevice(
  db: Db | Tx,
  owner: DeviceOwner,
  change: DeviceConfirmation & { readonly deviceKey: string },
): Promise<boolean> {
  const updated = await db
    .updateTable('device')
    .set({
      status: change.status,
      name: change.name,
      salt: change.verifier.salt,
      verifier_sealed: change.verifier.sealed,
      updated_at: change.now,
    })
    .where('device_key', '=', change.deviceKey)
    .where('pool_id', '=', owner.poolId)
    .where('account_id', '=', owner.accountId)
    .where('status', '=', 'new')
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function changeDeviceStatus(
  db: Db | Tx,
  owner: DeviceOwner,
  change: {
    readonly deviceKey: string;
    readonly status: 'remembered' | 'not_remembered';
    readonly now: Date;
  },
): Promise<boolean> {
  const updated = await db
    .updateTable('device')
    .set({ status: change.status, updated_at: change.now })
    .where('device_key', '=', change.deviceKey)
    .where('pool_id', '=', owner.poolId)
    .where('account_id', '=', owner.accountId)
    .where('status', '!=', 'new')
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function recordDeviceUse(
  db: Db | Tx,
  owner: DeviceOwner,
  use: { readonly deviceKey: string; readonly address: string | null; readonly now: Date },
): Promise<boolean> {
  const updated = await db
    .updateTable('device')
    .set({ last_authenticated_at: use.now, address: use.address })
    .where('device_key', '=', use.deviceKey)
    .where('pool_id', '=', owner.poolId)
    .where('account_id', '=', owner.accountId)
    .where('status', '!=', 'new')
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function deleteDevice(db: Db | Tx, owner: DeviceOwner, deviceKey: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('device')
    .where('device_key', '=', deviceKey)
    .where('pool_id', '=', owner.poolId)
    .where('account_id', '=', owner.accountId)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}
