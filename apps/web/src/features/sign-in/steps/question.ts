/** Common parameter names for the question. */
const WORDS = ['question', 'prompt', 'message', 'challenge', 'hint'];
const LENGTH_MAX = 500;

export interface Question {
  readonly words: string | undefined;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** Reads the question from the parameters of a custom challenge, which are plain text. */
export function questionOf(parameters: Readonly<Record<string, string>>): Question {
  const given = Object.entries(parameters)
    .map(([name, value]) => [name, value.trim().slice(0, LENGTH_MAX)] as const)
    .filter(([, value]) => value !== '');
  const asked = WORDS.map((word) => given.find(([name]) => name.toLowerCase() === word)).find(
    (found) => found !== undefined,
  );
  return { words: asked?.[1], facts: given.filter((fact) => fact !== asked) };
}
