import { Search, SearchX } from 'lucide-react';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useText } from './texts.ts';

interface NoMatchProps {
  readonly filter: string;
  readonly isPartial: boolean;
  readonly onClear: () => void;
  readonly onEverywhere: () => void;
}

export function NoMatch({ filter, isPartial, onClear, onEverywhere }: NoMatchProps) {
  const text = useText();
  return (
    <EmptyState
      icon={SearchX}
      title={text('browse.filter.none.title', { filter })}
      text={text(isPartial ? 'browse.filter.none.slow' : 'browse.filter.none.text')}
      action={
        <>
          <Button tone="primary" icon={Search} onClick={onEverywhere}>
            {text('browse.filter.everywhere')}
          </Button>
          <Button onClick={onClear}>{text('browse.filter.clear')}</Button>
        </>
      }
    />
  );
}
