import { Banner } from './banner.tsx';

/** Scrolls itself into view: it is often above the button that was refused, and a phone shows only part of a form. */
export function Refusal({ words }: { readonly words: string | undefined }) {
  return (
    words !== undefined && (
      <Banner tone="danger" isAlert>
        <p ref={reveal}>{words}</p>
      </Banner>
    )
  );
}

function reveal(words: HTMLElement | null): void {
  words?.closest('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
}
