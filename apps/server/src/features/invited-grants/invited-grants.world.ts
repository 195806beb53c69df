import { NodeId, type Person } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  addAccount,
  type Answer,
  PASSWORD,
  type SignInWorld,
  signInWorld,
} from '../../../test/sign-in-world.ts';
import { valueOf } from '../../live.world.ts';
import { createFolder } from '../files/create-folder.ts';
import { getNode } from '../files/get-node.ts';
import { createGrants } from '../sharing/create-grants.ts';
import { inviteToNode } from './invite-to-node.ts';
import { listInvitedGrants } from './list-invited.ts';
import { sendInvitedGrant } from './send-again.ts';
import { createTurns } from './turns.ts';
import { createUnsent, type Unsent } from './unsent.ts';

export let world: SignInWorld;

export let ada: Person;

export let folderId: NodeId;

export let count = 0;

export let email = '';

/** The address that the following calls invite. */
export function changeEmail(next: string): void {
  email = next;
}

export let unsent: Unsent;

export async function enter(address: string): Promise<Person> {
  const browser = world.browser();
  expect((await browser.prove(address, PASSWORD)).body).toEqual({ step: 'signed_in' });
  const { body } = await browser.call('getSession');
  if (body.state !== 'signed_in') throw new Error('nobody signed in');
  return body.person;
}

export async function makeFolder(name: string, by = ada): Promise<NodeId> {
  const space = await world.db
    .selectFrom('space')
    .select('root_id')
    .where('owner_id', '=', by.id)
    .executeTakeFirstOrThrow();
  const input = { parentId: NodeId.parse(space.root_id), name, ifExists: 'fail' as const };
  return valueOf(await createFolder(world.services, by, input)).id;
}

export async function allow(inviters: 'administrators' | 'everyone'): Promise<void> {
  await world.db.deleteFrom('admin_setting').execute();
  const row = { key: 'inviters', value: JSON.stringify(inviters), previous: null };
  await world.db
    .insertInto('admin_setting')
    .values({ ...row, changed_by: ada.id, changed_at: world.clock.now() })
    .execute();
  world.settings.forget();
}

const MAIL = { url: 'smtp://127.0.0.1:25', from: 'coffer@example.org' };

/** The services with a mail server, whose outbox the tests read. */
export const mailing = () => ({
  ...world.services,
  config: { ...world.services.config, mail: MAIL } as unknown as typeof world.services.config,
});

export const silent = () => world.services;

const noLimit = () => createTurns(world.services);

type Wanted = Partial<Parameters<typeof inviteToNode>[2]> & {
  readonly by?: Person;
  readonly services?: typeof world.services;
};

export const invite = async ({ by = ada, services = mailing(), ...wanted }: Wanted = {}) =>
  await inviteToNode({ ...services, turns: noLimit(), unsent }, by, {
    nodeId: folderId,
    emails: [email],
    role: 'editor',
    expiresAt: null,
    message: '',
    ...wanted,
  });

export const list = async (by = ada) => valueOf(await listInvitedGrants(mailing(), by, folderId));

export const send = async (invitedId: string, services = mailing(), by = ada) =>
  await sendInvitedGrant({ ...services, turns: noLimit(), unsent }, by, { nodeId: folderId, invitedId });

export const firstId = async () => (await list()).items[0]?.id ?? '';

/** The code in the newest message to the address. */
export async function mailed(): Promise<string | undefined> {
  const rows = await world.db
    .selectFrom('mail')
    .select(['id', 'secret_sealed'])
    .where('address', '=', email)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [row] = rows;
  if (row?.secret_sealed == null) return undefined;
  return world.cipher.open(row.secret_sealed, `mail.secret:${row.id}`).split('#')[1];
}

export const join = async (code: string | undefined): Promise<Answer<{ username: string }>> =>
  await world.browser().call('acceptInvitation', { code, name: 'New Person', password: PASSWORD });

export const open = async (person: Person) => await getNode(world.services, person, folderId);

export async function member(address = `member-${count}@example.org`): Promise<Person> {
  await addAccount(world, address);
  return await enter(address);
}

export async function manager(): Promise<Person> {
  const person = await member();
  const grant = { nodeId: folderId, personIds: [person.id], groupIds: [], role: 'manager' as const };
  valueOf(await createGrants(world.services, ada, { ...grant, expiresAt: null, message: '' }));
  return person;
}

export async function disabledMember(): Promise<string> {
  const address = `disabled-${count}@example.org`;
  const { id } = await member(address);
  await world.db.updateTable('user').set({ status: 'disabled' }).where('id', '=', id).execute();
  return address;
}

/** One world for the tests of a file. */
export function prepareInvitations(): void {
  beforeAll(async () => {
    world = await signInWorld();
    world.settings.forget();
    await addAccount(world, 'ada@example.org');
    ada = { ...(await enter('ada@example.org')), role: 'administrator' };
  });
  afterAll(async () => await world.end());
  beforeEach(async () => {
    count += 1;
    unsent = createUnsent(world.services);
    email = `New-${count}@example.org`;
    world.clock.advance(2 * DAY_MS);
    folderId = await makeFolder(`Plans ${count}`);
    await allow('administrators');
  });
}
