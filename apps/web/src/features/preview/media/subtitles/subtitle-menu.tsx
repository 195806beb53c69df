import styles from '../media.module.css';
import { useText } from '../texts.ts';
import type { Subtitles } from './use-subtitles.ts';

const OFF = '-1';

export function SubtitleMenu({ subtitles }: { readonly subtitles: Subtitles }) {
  const text = useText();
  const { choices, chosen, isFailed, choose } = subtitles;
  if (choices.length === 0) return null;
  return (
    <>
      <select
        aria-label={text('media.subtitles')}
        className={styles['choice']}
        value={chosen === undefined ? OFF : choices.indexOf(chosen)}
        onChange={({ currentTarget }) => choose(choices[Number(currentTarget.value)])}
      >
        <option value={OFF}>{text('media.subtitlesOff')}</option>
        {choices.map(({ file, label }, index) => (
          <option key={file.id} value={index}>
            {text('media.subtitlesOn', { label: label === '' ? file.name : label })}
          </option>
        ))}
      </select>
      {isFailed && <p role="alert">{text('media.subtitlesFailed')}</p>}
    </>
  );
}
