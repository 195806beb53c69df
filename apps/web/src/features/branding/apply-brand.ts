import { brandStyle, type Settings } from '@coffer/contracts';
import { brand } from '../../lib/brand.ts';

let sheet: CSSStyleSheet | undefined;

/** Applies a changed branding to this page. For later pages, the server includes it. */
export function applyBrand(values: Settings): void {
  document.getElementById('brand')?.remove();
  sheet ??= new CSSStyleSheet();
  sheet.replaceSync(brandStyle(values));
  document.adoptedStyleSheets = [sheet];
  if (document.title.endsWith(brand.name)) {
    document.title = document.title.slice(0, -brand.name.length) + values.brandName;
  }
  brand.name = values.brandName;
}
