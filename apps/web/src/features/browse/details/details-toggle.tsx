import { PanelRight } from 'lucide-react';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { useText } from '../texts.ts';

export const TOGGLE_ID = 'details-toggle';

interface DetailsToggleProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function DetailsToggle({ isOpen, onToggle }: DetailsToggleProps) {
  const text = useText();
  return (
    <IconButton
      id={TOGGLE_ID}
      data-details=""
      icon={PanelRight}
      isMirrored
      label={text('browse.details')}
      aria-pressed={isOpen}
      onClick={onToggle}
    />
  );
}
