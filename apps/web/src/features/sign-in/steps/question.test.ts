import { expect, test } from 'vitest';
import { questionOf } from './question.ts';

test('the question is found by the names that operators give it, in any case', () => {
  expect(questionOf({ Question: ' Which river? ', level: '2' })).toEqual({
    words: 'Which river?',
    facts: [['level', '2']],
  });
  expect(questionOf({ hint: 'a river', prompt: 'Which one?' })).toEqual({
    words: 'Which one?',
    facts: [['hint', 'a river']],
  });
});

test('without parameters no question is shown', () => {
  expect(questionOf({})).toEqual({ words: undefined, facts: [] });
  expect(questionOf({ question: '  ' })).toEqual({ words: undefined, facts: [] });
});

test('a very long question is truncated', () => {
  expect(questionOf({ question: 'x'.repeat(2_000) }).words).toHaveLength(500);
});
