import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface BrowserWindow extends AsyncDisposable {
  /** `Firefox 153.7.0` */
  readonly version: string;
  readonly downloads: string;
  goto(url: string): Promise<void>;
  /** Awaits the result. */
  run(body: string, ...args: readonly unknown[]): Promise<unknown>;
  /** CSS pixels. */
  clickAt(x: number, y: number): Promise<void>;
  /** Each string is a character or a name of `KEYS`; all but the last are modifiers. */
  press(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  setFiles(selector: string, paths: readonly string[]): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  faults(): Promise<readonly string[]>;
}

/** @see https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const KEYS: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F2: '\uE032',
  F6: '\uE036',
  F10: '\uE03A',
};

export function clickActions(x: number, y: number): readonly object[] {
  return [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ];
}

export function keyActions(keys: readonly string[]): readonly object[] {
  const values = keys.map((key) => KEYS[key] ?? key);
  return [
    {
      type: 'key',
      id: 'keyboard',
      actions: [
        ...values.map((value) => ({ type: 'keyDown', value })),
        ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
      ],
    },
  ];
}

export function typeActions(text: string): readonly object[] {
  const actions = Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
