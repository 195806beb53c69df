import { Banner } from '../../../ui/feedback/banner.tsx';
import { useText } from './texts.ts';

export function OutageBanner() {
  const text = useText();
  return (
    <Banner tone="warning" title={text('request.outage.title')}>
      <p>{text('request.outage.text')}</p>
    </Banner>
  );
}
