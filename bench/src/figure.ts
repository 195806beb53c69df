export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'MiB' | 'elements' | 'requests';
  readonly baseline: string;
  readonly baselineValue: number;
  /** The highest acceptable ratio. */
  readonly goal: number;
}

export interface Result extends Figure {
  readonly command: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}
