import { SETTING_DEFAULTS, type Settings } from '@coffer/contracts';
import { accentsOf, hexOf, oklchOf } from '@coffer/kit';
import type { MailBrand } from '../model.ts';

export function mailBrandOf({
  brandName,
  brandAccent,
}: Pick<Settings, 'brandName' | 'brandAccent'>): MailBrand {
  if (brandAccent === SETTING_DEFAULTS.brandAccent) {
    return { name: brandName, accent: '#00737a', accentInDark: '#6fd0d4', line: '#9fd0d2' };
  }
  const { light, dark } = accentsOf(oklchOf(brandAccent));
  const accentInDark = hexOf(dark.accent);
  return { name: brandName, accent: hexOf(light.accent), accentInDark, line: accentInDark };
}
