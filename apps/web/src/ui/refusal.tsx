import { Banner } from './banner.tsx';

/** Why something was refused, said at once; nothing when there is nothing to say. */
export function Refusal({ words }: { readonly words: string | undefined }) {
  return (
    words !== undefined && (
      <Banner tone="danger" isAlert>
        <p>{words}</p>
      </Banner>
    )
  );
}
