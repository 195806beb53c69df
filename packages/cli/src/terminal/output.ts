import { printableJson, printableLines } from './printable.ts';

export interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Results go to standard output, everything else to standard error. */
export interface Output {
  readonly isJson: boolean;
  readonly result: (text: string) => void;
  readonly json: (value: unknown) => void;
  /** Reports what was done. Not printed with `--quiet` or `--json`. */
  readonly note: (text: string) => void;
  readonly warn: (text: string) => void;
}

interface OutputOptions {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  /** Called before each line, so that a progress line does not mix with it. */
  readonly beforeLine: () => void;
}

export function createOutput({ stdout, stderr, isJson, isQuiet, beforeLine }: OutputOptions): Output {
  const line = (stream: Stream, text: string): void => {
    beforeLine();
    stream.write(`${printableLines(text)}\n`);
  };
  return {
    isJson,
    result: (text) => line(stdout, text),
    json: (value) => {
      beforeLine();
      stdout.write(`${printableJson(value)}\n`);
    },
    note: (text) => {
      if (!isQuiet && !isJson) line(stderr, text);
    },
    warn: (text) => line(stderr, text),
  };
}
