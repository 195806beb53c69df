import type { Writable } from 'node:stream';
import { z } from 'zod';

const Line = z.looseObject({ time: z.string(), level: z.string(), event: z.string() });
const Causes = z.array(z.looseObject({ stack: z.string().optional() }));

export function forPeople(terminal: Pick<Writable, 'write'>): Pick<Writable, 'write'> {
  return {
    write: (text: string) => {
      for (const line of text.split('\n')) if (line !== '') terminal.write(`${toSentence(line)}\n`);
      return true;
    },
  };
}

function toSentence(line: string): string {
  const parsed = Line.safeParse(JSON.parse(line));
  if (!parsed.success) return line;
  const { time, level, event, causes, ...facts } = parsed.data;
  const listed = Object.entries(facts).map(([name, value]) => `${name}=${String(value)}`);
  const stacks = Causes.safeParse(causes).data ?? [];
  const words = [time.slice(11, 19), level.padEnd(5), event.replaceAll('_', ' '), ...listed].join(' ');
  return [words, ...stacks.map(({ stack }) => `  ${stack ?? ''}`)].join('\n');
}
