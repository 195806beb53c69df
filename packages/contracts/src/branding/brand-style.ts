import { SETTING_DEFAULTS, type Settings } from '../settings/setting-keys.ts';
import { accentTokens, logoTokens, type Tokens } from './brand-tokens.ts';

export type BrandLook = Pick<Settings, 'brandAccent' | 'brandLogo' | 'brandLogoDark'>;

/** CSS that overrides `tokens.css`, outside of its layers. Empty for Coffer's own look. */
export function brandStyle({ brandAccent, brandLogo, brandLogoDark }: BrandLook): string {
  const always = {
    ...(brandAccent === SETTING_DEFAULTS.brandAccent ? {} : accentTokens(brandAccent)),
    ...logoTokens(brandLogo),
  };
  const dark = brandLogo === '' ? {} : logoTokens(brandLogoDark);
  const style = ruleOf(':root', always);
  const darkly = ruleOf(':root[data-theme=dark]', dark);
  if (darkly === '') return style;
  const unlessLight = ruleOf(':root:not([data-theme=light])', dark);
  return `${style}@media (prefers-color-scheme:dark){${unlessLight}}${darkly}`;
}

function ruleOf(selector: string, tokens: Tokens): string {
  const rules = Object.entries(tokens).map(([name, value]) => `${name}:${value}`);
  return rules.length === 0 ? '' : `${selector}{${rules.join(';')}}`;
}
