import { parseArgs } from 'node:util';
import { WrongArguments } from './command-failure.ts';

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** What was typed after the name of a command. */
export interface Arguments {
  readonly positionals: readonly string[];
  isSet(name: string): boolean;
  value(name: string): string | undefined;
  /** One of `choices`, the first of which is the default. */
  choice<T extends string>(name: string, choices: readonly [T, ...T[]]): T;
  /** A whole number from 1 to `max`. */
  number(name: string, max: number): number | undefined;
}

export const COMMON_OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
} as const satisfies OptionSpecs;

export function parseArguments(args: readonly string[], options: OptionSpecs): Arguments {
  const { positionals, ...parsed } = parseOrRefuse(args, options);
  const values: Readonly<Record<string, unknown>> = parsed.values;
  const value = (name: string): string | undefined => {
    const given = values[name];
    return typeof given === 'string' ? given : undefined;
  };
  return {
    positionals,
    isSet: (name) => values[name] === true,
    value,
    choice: (name, choices) => {
      const given = value(name);
      const chosen = given === undefined ? choices[0] : choices.find((choice) => choice === given);
      if (chosen === undefined) throw new WrongArguments(`--${name} is one of ${choices.join(', ')}.`);
      return chosen;
    },
    number: (name, max) => {
      const given = value(name);
      if (given === undefined) return undefined;
      const number = /^\d{1,9}$/.test(given) ? Number(given) : 0;
      if (number < 1 || number > max) throw new WrongArguments(`--${name} is a number from 1 to ${max}.`);
      return number;
    },
  };
}

function parseOrRefuse(args: readonly string[], options: OptionSpecs) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: { ...COMMON_OPTIONS, ...options } });
  } catch (error) {
    // parseArgs throws a TypeError for an unknown option or a missing value.
    if (error instanceof TypeError) throw new WrongArguments(error.message.split('. ')[0] ?? error.message);
    throw error;
  }
}

/** Requires exactly these positionals, named as in the usage text. */
export function demand<const N extends readonly string[]>(
  { positionals }: Arguments,
  ...names: N
): { readonly [K in keyof N]: string } {
  const missing = names[positionals.length];
  if (missing !== undefined) throw new WrongArguments(`${missing} is missing.`);
  const extra = positionals[names.length];
  if (extra !== undefined) throw new WrongArguments(`"${extra}" is one argument too many.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one positional per name was checked
  return [...positionals] as unknown as { readonly [K in keyof N]: string };
}
