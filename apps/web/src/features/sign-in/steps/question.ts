/** Names that operators give to the words of their question. */
const WORDS = ['question', 'prompt', 'message', 'challenge', 'hint'];
const LENGTH_MAX = 500;

export interface Question {
  /** What is asked; undefined where the pool does not say. */
  readonly words: string | undefined;
  /** What else the pool tells, by its names. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** What a custom challenge asks, out of the parameters that the operator's code sends. They are text and nothing else. */
export function questionOf(parameters: Readonly<Record<string, string>>): Question {
  const given = Object.entries(parameters)
    .map(([name, value]) => [name, value.trim().slice(0, LENGTH_MAX)] as const)
    .filter(([, value]) => value !== '');
  const asked = WORDS.map((word) => given.find(([name]) => name.toLowerCase() === word)).find(
    (found) => found !== undefined,
  );
  return { words: asked?.[1], facts: given.filter((fact) => fact !== asked) };
}
