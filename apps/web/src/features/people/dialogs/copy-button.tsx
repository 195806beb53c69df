import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../../lib/copy-text.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { useText } from '../texts.ts';

interface CopyButtonProps {
  readonly label: string;
  /** Accessible name, for buttons that share a label. */
  readonly name?: string;
  readonly content: string;
  readonly tone?: 'primary' | 'secondary';
}

export function CopyButton({ label, name, content, tone = 'secondary' }: CopyButtonProps) {
  const text = useText();
  const [copied, setCopied] = useState<boolean>();
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(content);
    setCopied(isCopied);
    announce(text(isCopied ? 'people.copied' : 'people.copyFailed'), isCopied ? 'polite' : 'assertive');
  };
  return (
    <>
      <Button
        tone={tone}
        icon={copied === true ? Check : Copy}
        aria-label={name === undefined ? undefined : `${label}: ${name}`}
        onClick={() => void copy()}
      >
        {copied === true ? text('people.copied') : label}
      </Button>
      {copied === false && <span>{text('people.copyFailed')}</span>}
    </>
  );
}
