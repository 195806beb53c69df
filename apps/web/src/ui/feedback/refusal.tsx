import { Banner } from './banner.tsx';

export function Refusal({ words }: { readonly words: string | undefined }) {
  return (
    words !== undefined && (
      <Banner tone="danger" isAlert>
        <p>{words}</p>
      </Banner>
    )
  );
}
