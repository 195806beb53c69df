import { ok, err, type Result } from '@coffer/kit';
import {
  changeRole,
  createResetLink,
  disablePerson,
  displayName,
  enablePerson,
  findPeople,
  handOverFiles,
  invitePerson,
  type ListedPerson,
  listPeople,
  type PersonRow,
  resetFactors,
  withdrawInvitation,
} from '../../features/people/index.ts';
import type { IssuedLink } from '../../features/one-time-links/index.ts';
import type { Failure } from '../../operation.ts';
import type { Installation } from '../../run/open-installation.ts';
import { printable } from '../../run/printable.ts';
import type { PeopleCommand } from './arguments.ts';
import { DISABLED_AT_POOL, ofFailure, ofPeople, ofSeveral } from './messages.ts';

/** A text for standard output (`ok`) or standard error (`err`). */
type Printed = Promise<Result<string, string>>;

const PAGE = 500;

/** Runs a command. A command that fails has changed nothing. */
export async function runPeopleCommand(
  installation: Installation,
  command: Exclude<PeopleCommand, { readonly name: 'help' }>,
): Printed {
  switch (command.name) {
    case 'list': {
      const people = await listAll(installation);
      return ok(command.isJson ? JSON.stringify(people, undefined, 2) : ofPeople(people));
    }
    case 'invite': {
      const { email, personName: name, role, isJson } = command;
      const link = await invitePerson(installation, { email, name, role, invitedBy: null });
      if (!link.ok) return err(ofFailure(link.error, email));
      return ok(ofLink(link.value, `Invitation for ${printable(email)}`, isJson));
    }
    case 'withdraw': {
      const withdrawn = await withdrawInvitation(installation, command.email);
      return withdrawn.ok
        ? ok(`The invitation of ${printable(command.email)} no longer works.`)
        : err(`There is no unused invitation for ${printable(command.email)}.`);
    }
    case 'hand-over':
      return await handOver(installation, command);
    case 'reset-password':
    case 'reset-factors':
    case 'change-role':
    case 'disable':
    case 'enable': {
      const person = await findOne(installation, command.who);
      return person.ok ? await changeOne(installation, command, person.value) : person;
    }
  }
}

type Change = Extract<
  PeopleCommand,
  { readonly name: 'reset-password' | 'reset-factors' | 'change-role' | 'disable' | 'enable' }
>;

async function changeOne(installation: Installation, command: Change, person: PersonRow): Printed {
  const { id: userId } = person;
  const name = called(person);
  const said = (done: Result<unknown, Failure>, words: string): Result<string, string> =>
    done.ok ? ok(words) : err(ofFailure(done.error, name));
  switch (command.name) {
    case 'reset-password': {
      const link = await createResetLink(installation, { userId, createdBy: null });
      return link.ok
        ? ok(ofLink(link.value, `Link for ${name} to choose a new password`, command.isJson))
        : said(link, '');
    }
    case 'reset-factors':
      return said(
        await resetFactors(installation, { userId, actorId: null }),
        `${name} signs in with the password alone now, and can set up a new authenticator. Passkeys still work.`,
      );
    case 'change-role':
      return said(
        await changeRole(installation, { userId, role: command.role }),
        `${name} is ${command.role === 'member' ? 'a' : 'an'} ${command.role} now.`,
      );
    case 'enable':
      return said(await enablePerson(installation, userId), `${name} can sign in again.`);
    case 'disable': {
      const disabled = await disablePerson(installation, userId);
      if (!disabled.ok) return said(disabled, '');
      return ok(
        `${name} is signed out everywhere and cannot sign in.${DISABLED_AT_POOL[disabled.value.atPool]}`,
      );
    }
  }
}

async function handOver(
  installation: Installation,
  command: Extract<PeopleCommand, { readonly name: 'hand-over' }>,
): Printed {
  const from = await findOne(installation, command.who, { isRemovedFine: true });
  if (!from.ok) return from;
  const to = await findOne(installation, command.to);
  if (!to.ok) return to;
  const handed = await handOverFiles(installation, {
    fromId: from.value.id,
    toId: to.value.id,
    actorId: null,
  });
  if (!handed.ok) return err(ofFailure(handed.error, called(from.value)));
  const { name, spaceId, rootId } = handed.value;
  const address = `${installation.config.url}/s/${spaceId}/${rootId}`;
  return ok(`${called(to.value)} has the space "${printable(name)}" now:\n${address}`);
}

/**
 * Finds the person that `who` names; several matches are an error. Removed accounts count only with `isRemovedFine`.
 */
async function findOne(
  installation: Installation,
  who: string,
  { isRemovedFine = false } = {},
): Promise<Result<PersonRow, string>> {
  const found = await findPeople(installation, who);
  const present = found.filter(({ status }) => status !== 'removed');
  const matching = isRemovedFine ? found : present;
  const [person, ...others] = matching;
  if (person === undefined) return err(ofFailure({ code: 'person_not_found' }, who));
  return others.length === 0 ? ok(person) : err(ofSeveral(who, matching));
}

async function listAll(installation: Installation): Promise<readonly ListedPerson[]> {
  const people: ListedPerson[] = [];
  for (let after: string | undefined; ; ) {
    const page = await listPeople(installation, { after, limit: PAGE });
    people.push(...page.items);
    if (page.next === undefined) return people;
    after = page.next;
  }
}

function ofLink({ url, expiresAt }: IssuedLink, title: string, isJson: boolean): string {
  if (isJson) return JSON.stringify({ url, expiresAt }, undefined, 2);
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${title}. It works once, until ${until}:\n${url}`;
}

function called(person: PersonRow): string {
  return printable(displayName(person));
}
