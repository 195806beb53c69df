import { useFormats } from '../../../lib/language/format.ts';
import { pointsOf, roundTop } from './chart-shape.ts';
import styles from './use.module.css';

interface ChartProps {
  readonly bytes: readonly (number | null)[];
  /** The first and the last day of the chart. */
  readonly ends: readonly (Date | undefined)[];
  /** The accessible description of the chart. */
  readonly label: string;
}

const WIDTH = 1_000;
const HEIGHT = 200;
const MARKS = [1, 0.5, 0] as const;

/** Mirrored for right-to-left languages. The table below has the same data. */
export function Chart({ bytes, ends, label }: ChartProps) {
  const { date, size } = useFormats();
  const top = roundTop(Math.max(0, ...bytes.map((each) => each ?? 0)));
  const points = pointsOf(bytes, top);
  const at = points.map(({ x, y }) => `${(x * WIDTH).toFixed(1)},${((1 - y) * HEIGHT).toFixed(1)}`);
  const [first] = points;
  const last = points.at(-1);
  return (
    <figure className={styles['chart']}>
      <figcaption className="visually-hidden">{label}</figcaption>
      <div className={styles['scale']} aria-hidden>
        {MARKS.map((mark) => (
          <span key={mark}>{mark === 0 ? '0' : size(top * mark)}</span>
        ))}
      </div>
      <div className={styles['plot']}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {MARKS.map((mark) => (
            <line key={mark} x1="0" x2={WIDTH} y1={(1 - mark) * HEIGHT} y2={(1 - mark) * HEIGHT} />
          ))}
          {first !== undefined && last !== undefined && (
            <polygon points={`${first.x * WIDTH},${HEIGHT} ${at.join(' ')} ${last.x * WIDTH},${HEIGHT}`} />
          )}
          <polyline points={at.join(' ')} />
        </svg>
        {last !== undefined && (
          <span
            className={styles['dot']}
            style={{ insetInlineStart: `${last.x * 100}%`, insetBlockEnd: `${last.y * 100}%` }}
          />
        )}
      </div>
      <div className={styles['days']} aria-hidden>
        {ends.map((day) => day !== undefined && <span key={day.getTime()}>{date(day)}</span>)}
      </div>
    </figure>
  );
}
