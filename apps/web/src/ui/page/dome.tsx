import { useId } from 'react';
import { classes } from '../../lib/classes.ts';
import styles from './dome.module.css';

const COFFERS = 28;
const RINGS = 11;
/** The radii of the rings grow like those of a dome seen from below. */
const INNERMOST = 122;
const GROWTH = 1.235;
const RIB = 0.11;
const OCULUS = 86;
/** Ring and index in the ring of each coffer that can be lit. */
const LIT = [
  [3, 12],
  [4, 11],
] as const;

interface DomeProps {
  /** How many coffers are lit, 0 to 2. */
  readonly lit?: number;
  readonly className?: string | undefined;
}

/** A coffered ceiling lit from above. Decorative. */
export function Dome({ lit = 1, className }: DomeProps) {
  const id = useId();
  return (
    <svg
      className={classes(styles['dome'], className)}
      viewBox="-560 -260 830 868"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <radialGradient id={`${id}shell`} gradientUnits="userSpaceOnUse" cx="0" cy="0" r="820">
          <stop className={styles['near']} offset="0.1" />
          <stop className={styles['middle']} offset="0.42" />
          <stop className={styles['far']} offset="1" />
        </radialGradient>
        <radialGradient id={`${id}glow`} gradientUnits="userSpaceOnUse" cx="0" cy="0" r="205">
          <stop className={styles['light']} offset="0.42" stopOpacity="0.8" />
          <stop className={styles['light']} offset="1" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="-2000" y="-2000" width="4000" height="4000" fill={`url(#${id}shell)`} />
      {CEILING.map((path, depth) => (
        <path key={depth} className={styles['recess']} d={path} />
      ))}
      {LIT.slice(0, lit).map(([ring, number]) =>
        [0, 1, 2].map((depth) => (
          <path key={`${ring} ${depth}`} className={styles['lit']} d={cofferPath(ring, number, depth)} />
        )),
      )}
      <circle r="205" fill={`url(#${id}glow)`} />
      <circle className={styles['light']} r={OCULUS} />
    </svg>
  );
}

/** One path for each depth: the coffers, and the two steps inside them. */
const CEILING = [0, 1, 2].map((depth) =>
  Array.from({ length: RINGS * COFFERS }, (_, index) =>
    cofferPath(Math.floor(index / COFFERS), index % COFFERS, depth),
  ).join(''),
);

function cofferPath(ring: number, number: number, depth: number): string {
  const inset = RIB + depth * 0.115;
  const inner = INNERMOST * GROWTH ** ring;
  const width = inner * (GROWTH - 1);
  // Inner steps are shifted towards the light.
  const from = inner + width * (inset - depth * 0.03);
  const to = inner + width * (1 - inset - depth * 0.05);
  const start = ((number + inset) / COFFERS) * 2 * Math.PI;
  const end = ((number + 1 - inset) / COFFERS) * 2 * Math.PI;
  const corners = [
    [from, start],
    [from, end],
    [to, end],
    [to, start],
  ] as const;
  const points = corners.map(
    ([radius, angle]) => `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`,
  );
  return `M${points.join('L')}Z`;
}
