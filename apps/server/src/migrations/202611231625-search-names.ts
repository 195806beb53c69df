import { type Kysely, sql } from 'kysely';

/**
 * Search by name: the folded name of each node, and two indexes on it. Holds ACCESS EXCLUSIVE on `node` until its end: a server of the
 * version before must be stopped first. A million rows take a few minutes.
 *
 * Both extensions come with PostgreSQL, and a role that may create objects in the database may create them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`create extension if not exists btree_gin`.execute(db);
  await sql`alter table node add column name_search text collate "C" not null default ''`.execute(db);
  await fillNames(db);
  // Only the search names this condition. Otherwise PostgreSQL would take these indexes for foreign keys and names of a folder
  // while the table is new, and read a whole space for each file that is added.
  await sql`create index node_search on node using gin (space_id, name_search gin_trgm_ops)
    with (gin_pending_list_limit = 1024) where name_search <> ''`.execute(db);
  await sql`create index node_by_search on node (space_id, name_search) where name_search <> ''`.execute(db);
}

const BATCH = 5_000;

async function fillNames(db: Kysely<unknown>): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ readonly id: string; readonly name: string }>`
      select id, name from node where id > ${after} order by id limit ${BATCH}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    await sql`
      update node set name_search = folded.text
      from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => foldName(row.name))}::text[])
        as folded (id, text)
      where node.id = folded.id and node.parent_id is not null`.execute(db);
    after = last.id;
  }
}

/** As `searchText` of the files feature was when this migration was written. */
function foldName(name: string): string {
  let text = ' ';
  for (const [cluster] of name.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    for (const character of foldCluster(cluster)) {
      if (character !== ' ' || !text.endsWith(' ')) text += character;
    }
    if (text.length >= 1_000) break;
  }
  return text === ' ' ? '' : `${text.trimEnd()} `;
}

function foldCluster(cluster: string): string {
  if (/^\p{M}/u.test(cluster)) return '';
  const lower = Array.from(cluster.normalize('NFKD').normalize('NFC'), (character) =>
    character === 'ı' ? character : character.toUpperCase().toLowerCase(),
  );
  const decomposed = lower.join('').normalize('NFKD');
  const hasOptionalMarks =
    /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/u.test(
      decomposed,
    );
  const bare = hasOptionalMarks ? decomposed.replaceAll(/\p{M}/gu, '') : decomposed.normalize('NFC');
  return Array.from(bare, foldCharacter).join('');
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ى: 'ي',
  ة: 'ه',
};

function foldCharacter(character: string): string {
  if (/^[\p{Default_Ignorable_Code_Point}\u0640]$/u.test(character)) return '';
  if (
    /^[\p{Z}\p{Cc}\p{Pc}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,:;'"\u060c\u061b\u06d4\u3001\u3002\u30fb]$/u.test(
      character,
    )
  ) {
    return ' ';
  }
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]/u.test(character)) {
    return ` ${character} `;
  }
  const code = character.codePointAt(0) ?? 0;
  if (/^\p{Nd}$/u.test(character)) {
    const value = [0, 1, 2, 3, 4, 5, 6, 7, 8].find((digit) => !isDigit(code - digit - 1)) ?? 9;
    return String(value);
  }
  if (/^[\p{L}\p{N}\p{M}]$/u.test(character)) return LETTERS[character] ?? character;
  return `X${code.toString(16).toUpperCase()}Z`;
}

function isDigit(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}
