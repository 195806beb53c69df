import { type GroupId, isEmail, LIMITS, SYSTEM_ROLES } from '@coffer/contracts';
import { bytesOf, UNITS } from '../../../lib/sizes/typed-size.ts';
import { csvRows } from '../../../lib/tables/csv-rows.ts';
import { encodingOf } from '../../../lib/text/encoding-of.ts';
import { shownName } from '../parse-addresses.ts';
import type { ReadAddress } from '../parse-addresses.ts';

const COLUMNS = ['email', 'name', 'role', 'quota', 'groups'] as const;
type Column = (typeof COLUMNS)[number];

/** Usual column names, in lower case. Ambiguous names come last: an address may be a street. */
const HEADS: Readonly<Record<Column, readonly string[]>> = {
  email: [
    'email',
    'e-mail',
    'mail',
    'email address',
    'e-mail address',
    'البريد الإلكتروني',
    'البريد',
    'address',
  ],
  name: ['full name', 'display name', 'name', 'الاسم', 'nom', 'nombre'],
  role: ['role', 'الدور', 'rolle', 'rôle', 'rol'],
  quota: ['quota', 'storage limit', 'حد التخزين', 'limit', 'storage'],
  groups: ['groups', 'group', 'المجموعات', 'gruppen', 'groupes', 'grupos'],
};

/** Only the exact role names: "admin" may mean an assistant. */
const ROLES: Readonly<Record<string, (typeof SYSTEM_ROLES)[number]>> = {
  ...Object.fromEntries(SYSTEM_ROLES.map((role) => [role, role])),
  مسؤول: 'administrator',
  مدقق: 'auditor',
  عضو: 'member',
};

export type GroupIds = ReadonlyMap<string, GroupId>;

/**
 * Reads a CSV file in UTF-8, UTF-16 or Windows-1252, with any usual separator and an optional header. The keys of
 * `groups` are names in lower case.
 */
export function readPeople(bytes: Uint8Array, groups: GroupIds): readonly ReadAddress[] {
  const lines = csvRows(new TextDecoder(encodingOf(bytes)).decode(bytes));
  const rows = Array.from(lines).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [first] = rows;
  if (first === undefined) return [];
  const head = headOf(first.cells);
  const columns = head ?? guessedOf(first.cells);
  const firstLines = new Map<string, number>();
  return (head === undefined ? rows : rows.slice(1)).map(({ line, cells }) => {
    const cell = (column: Column): string => cells[columns.indexOf(column)]?.trim() ?? '';
    const email = cell('email');
    const name = shownName(cell('name'));
    const read = { line, email, name, firstLine: line };
    if (!isEmail(email)) {
      return { ...read, email: email === '' ? cells.join(' ').trim() : email, problem: 'malformed' };
    }
    const key = email.toLowerCase();
    const firstLine = firstLines.get(key);
    if (firstLine !== undefined) return { ...read, firstLine, problem: 'repeated' };
    firstLines.set(key, line);
    return {
      ...read,
      ...termsOf({ role: cell('role'), quota: cell('quota'), groups: cell('groups') }, groups),
    };
  });
}

/** The column of each cell of the header. Undefined if the row names no email column, and so is not a header. */
function headOf(cells: readonly string[]): readonly (Column | undefined)[] | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const columns = new Map<number, Column>();
  for (const column of COLUMNS) {
    const head = HEADS[column].find((each) => names.includes(each));
    if (head !== undefined) columns.set(names.indexOf(head), column);
  }
  const found = cells.map((_cell, index) => columns.get(index));
  return found.includes('email') ? found : undefined;
}

/**
 * Guesses the columns of a file without a header: the cell with `@` is the email, and the others are in the order of
 * the template.
 */
function guessedOf(cells: readonly string[]): readonly (Column | undefined)[] {
  const at = Math.max(
    0,
    cells.findIndex((cell) => cell.includes('@')),
  );
  const others = COLUMNS.filter((column) => column !== 'email');
  return cells.map((_cell, index) => (index === at ? 'email' : others[index < at ? index : index - 1]));
}

type Terms = Pick<ReadAddress, 'problem' | 'detail' | 'role' | 'quotaBytes' | 'groupIds' | 'groups'>;

function termsOf(
  typed: { readonly role: string; readonly quota: string; readonly groups: string },
  known: GroupIds,
): Terms {
  const asked = typed.role.toLowerCase();
  const role = Object.hasOwn(ROLES, asked) ? ROLES[asked] : undefined;
  if (typed.role !== '' && role === undefined) return { problem: 'role', detail: typed.role };
  const quotaBytes = typed.quota === '' ? undefined : sizeOf(typed.quota);
  if (typed.quota !== '' && quotaBytes === undefined) return { problem: 'quota', detail: typed.quota };
  const names = typed.groups
    .split(/[;,|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const found = new Map<GroupId, string>();
  for (const name of names) {
    const id = known.get(name.toLowerCase());
    if (id === undefined || found.size >= LIMITS.invitedGroupsMax) return { problem: 'group', detail: name };
    if (!found.has(id)) found.set(id, name);
  }
  return {
    problem: undefined,
    role,
    quotaBytes,
    ...(found.size === 0 ? {} : { groupIds: [...found.keys()], groups: [...found.values()] }),
  };
}

/** Reads `10 GB`, `500MB` or `10`, which means GB. Undefined if it is no size, or below the smallest quota. */
function sizeOf(typed: string): number | undefined {
  const found = /^(.*?)\s*(MB|GB|TB)?$/iu.exec(typed);
  const unit = UNITS.find((each) => each === found?.[2]?.toUpperCase()) ?? 'GB';
  const bytes = bytesOf({ amount: found?.[1] ?? '', unit });
  return bytes === undefined || bytes < LIMITS.quotaMinBytes ? undefined : bytes;
}
