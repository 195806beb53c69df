import { SETTING_DEFAULTS, type Settings } from '../settings/setting-keys.ts';
import { accentTokens } from './brand-tokens.ts';

export type BrandLook = Pick<Settings, 'brandAccent'>;

/** What goes over `tokens.css`, outside of its layers. Empty for Coffer's own look. */
export function brandStyle({ brandAccent }: BrandLook): string {
  if (brandAccent === SETTING_DEFAULTS.brandAccent) return '';
  const rules = Object.entries(accentTokens(brandAccent)).map(([name, value]) => `${name}:${value}`);
  return `:root{${rules.join(';')}}`;
}
