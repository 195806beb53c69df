import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ar as hostedArabic, en as hostedEnglish } from '@coffer/user-pool/testing/hosted-messages';

const WEB = join(import.meta.dirname, '../apps/web/src');
const MAILS = join(import.meta.dirname, '../packages/user-pool/src/delivery/templates.ts');

function messagesOf(locale: 'en' | 'ar'): readonly (readonly [id: string, message: string])[] {
  const web = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(join('messages', `${locale}.json`)))
    .flatMap((path): [string, unknown][] =>
      Object.entries(JSON.parse(readFileSync(join(WEB, path), 'utf8'))),
    );
  const hosted = Object.entries(locale === 'en' ? hostedEnglish : hostedArabic);
  return [...web, ...hosted.map(([id, message]) => [`hosted.${id}`, message] as const)].map(
    ([id, message]) => [id, String(message)],
  );
}

const ENGLISH = messagesOf('en');

const RETIRED = [
  'files are here',
  'Folder {name} is here',
  'in the trash}',
  '{name} is back',
  'What lies here',
  'Was in',
  'Something of this name',
  'signs that turn the direction',
  'The name or the password is wrong',
  'That took too long',
  'it only proves that it knows it',
  'holds nothing of yours',
  'This Coffer has no administrator',
  'You are the first one here',
  'You sign in with it',
  'the server looks it up',
  'A few words are long enough',
  'I have lost my authenticator',
  'I have it after all',
  'Start again to get another one',
  'Your name is kept',
  'What you have begun goes on',
  'How you are called here',
  'the old one stays in force',
  'You leave, and your account is gone',
  'Where and when it was taken',
  'Present password',
  'passwords that are guessed first',
  'every half minute',
  'what must not be lost',
  'I have kept them',
  'Loading your factors',
  'Your factors could not be loaded',
  'You came by another',
  'A device that you do not know',
  'You are signed in nowhere else',
  'As the system',
  'Rows of lists',
  'belong to this browser',
  'It goes on by itself',
  'It is tried again by itself',
  'What should become of',
  'a number behind its name',
  'What is here stays as it is',
  'Decide',
  'Left out',
  'Nothing is under way',
  'The same for all of this upload',
  'changed or moved on this device',
  'Looking what is in it',
  'Handed to the browser',
  'off the list',
  'photos and films',
  'Entries of {name}',
  'Folder above',
  'This list',
  ', the current one',
  'Its bytes are gone',
  'is whole',
  'Only the first {size}',
  'No answer from the store',
  'What is on the screen may be out of date',
  'nothing at this address',
  'met a fault of its own',
  'was renewed while',
  'everybody’s bytes',
  'Does it work?',
  'Does it agree?',
  'Is it whole?',
  'Never surveyed',
  'What for',
  'Together',
  'Objects of nobody',
  'The way of browsers',
  'Everything that was tried works',
  'What mends it',
  'In order:',
  'Reading again',
  'Bytes rot',
  'Nothing was ever surveyed',
  'Start a survey',
  'did not allow copying',
  // Actions that do not exist.
  'Delete something for good',
  'Make somebody else one first',
  'Ask an owner of the space',
  'until an administrator hands them over',
  'a lost telephone needs an administrator',
  'Everybody who shares files with you',
];

const RULES: Readonly<Record<string, RegExp>> = {
  'the words of the field':
    /e-mail|telephone|\bfilms?\b|\bentr(y|ies)\b|\bfactors?\b|\bsurvey|\bfindings?\b|\bdoctor\b|\b(some|every|no)body\b/i,
  'results in the past tense': /\b(is|are) (here|back)\b|\bfor good\b|\bno more\b|\bany more\b/i,
  'what happens automatically':
    /\bby (itself|themselves)\b|\bgo(es)? on\b|\banew\b|\bkept by\b|\bwhat lies\b/i,
  contractions: /\b(is|are|does|do|did|can|could|has|have|was|were|will) ?not\b|\bYou are\b(?!\.)|^It is\b/i,
  'typographic apostrophes': /'/,
  'buttons without an article':
    /^(Add|Cancel|Change|Choose|Copy|Create|Discard|Hide|Keep|Name|Reload|Remove|Replace|Restore|Save|Send|Show|Stop|Upload|Use) the [^.?]*$/,
};

test('phrases that were replaced are in no message', () => {
  const found = RETIRED.flatMap((phrase) =>
    ENGLISH.filter(([, message]) => message.includes(phrase)).map(([id]) => ({ phrase, id })),
  );
  expect(found).toEqual([]);
});

test.each(Object.entries(RULES))('every message keeps the rule: %s', (_rule, pattern) => {
  const found = ENGLISH.filter(([, message]) => pattern.test(message)).map(
    ([id, message]) => `${id}: ${message}`,
  );
  expect(found).toEqual([]);
});

test('the e-mails of the pool keep the rules too', () => {
  const mails = readFileSync(MAILS, 'utf8').match(/'[A-Z][^'\n]*[.:]'|`[^`]*`/g) ?? [];
  expect(mails.length).toBeGreaterThan(10);
  const words = RULES['the words of the field'] ?? /^$/;
  const contractions = RULES['contractions'] ?? /^$/;
  expect(mails.filter((mail) => words.test(mail) || contractions.test(mail))).toEqual([]);
});

test('Arabic has every message of English, in one spelling', () => {
  const arabic = new Map(messagesOf('ar'));
  expect(ENGLISH.map(([id]) => id).filter((id) => !arabic.has(id))).toEqual([]);
  expect(arabic.size).toBe(ENGLISH.length);
  const found = [...arabic].filter(([, message]) => /اً|مشرف|المدير|المخزن/.test(message));
  expect(found).toEqual([]);
});
