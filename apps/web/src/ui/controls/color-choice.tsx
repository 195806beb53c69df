import { type ReactNode, useId } from 'react';
import styles from './color-choice.module.css';

interface ColorChoiceProps<Color extends string> {
  readonly legend: string;
  readonly isLegendHidden?: boolean;
  readonly colors: readonly Color[];
  readonly chosen: Color;
  readonly labelOf: (color: Color) => string;
  readonly renderMark: (color: Color) => ReactNode;
  readonly onChoose: (color: Color) => void;
}

/** Lets the person choose one of several colors. The tooltip of a color is its name. */
export function ColorChoice<Color extends string>(props: ColorChoiceProps<Color>) {
  const group = useId();
  return (
    <fieldset className={styles['colors']}>
      <legend className={props.isLegendHidden === true ? 'visually-hidden' : styles['legend']}>
        {props.legend}
      </legend>
      {props.colors.map((color) => (
        <label key={color} className={styles['color']} data-tooltip={props.labelOf(color)}>
          <input
            type="radio"
            name={group}
            className="visually-hidden"
            aria-label={props.labelOf(color)}
            checked={props.chosen === color}
            onChange={() => props.onChoose(color)}
          />
          {props.renderMark(color)}
        </label>
      ))}
    </fieldset>
  );
}
