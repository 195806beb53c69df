import { useState } from 'react';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Refusal } from '../../../ui/feedback/refusal.tsx';
import { FileChoosers } from './file-choosers.tsx';
import type { GuestEngine } from './guest-transfers.ts';
import styles from './request.module.css';
import { useText } from './texts.ts';

interface ChooseAgainProps {
  readonly engine: GuestEngine;
  readonly isPermitted: boolean;
  /** Discards the uploads. Undefined if each has a button of its own. */
  readonly onDiscard?: () => void;
}

/** Asks for the files of interrupted uploads, or for permission to read them. */
export function ChooseAgain({ engine, isPermitted, onDiscard }: ChooseAgainProps) {
  const text = useText();
  const [isNone, setNone] = useState(false);
  return (
    <Banner tone="info" title={text('request.again.title')}>
      <p>{text('request.again.text')}</p>
      <div className={styles['again']}>
        {!isPermitted && (
          <Button tone="primary" onClick={() => void engine.resumeWithPermission()}>
            {text('request.again.allow')}
          </Button>
        )}
        <FileChoosers
          filesLabel={text('request.again.files')}
          folderLabel={text('request.again.folder')}
          isPrimary={isPermitted}
          onFiles={(files) => setNone(engine.matchFiles(files) === 0)}
        />
        {onDiscard !== undefined && (
          <Button tone="quiet" onClick={onDiscard}>
            {text('request.again.discard')}
          </Button>
        )}
      </div>
      {isNone && <Refusal words={text('request.again.none')} />}
    </Banner>
  );
}
