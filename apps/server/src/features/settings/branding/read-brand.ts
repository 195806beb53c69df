import { brandStyle, logoAddress, SETTING_DEFAULTS, type Settings } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { isDatabaseUnavailable } from '../../../platform/db/unavailable.ts';
import type { Services } from '../../../services.ts';

/** The branding that pages contain. */
interface Brand {
  readonly name: string;
  /** CSS for the colors. Empty for Coffer's own look. */
  readonly style: string;
  /** URLs of the logo. Undefined for Coffer's own. */
  readonly logo: BrandLogo | undefined;
}

interface BrandLogo {
  readonly light: string;
  readonly dark: string;
  readonly icon: string;
  readonly favicon: string;
}

/** How long a page waits for the database, if the branding is known from before. */
const WAIT_MS = 300;
/** How long a page waits for the first branding: the wrong name is worse than a late page. */
const FIRST_WAIT_MS = 3 * SECOND_MS;

/** Reads the branding. While the database is unavailable, returns the last known one. */
export function createBrandReader({ db, settings }: Pick<Services, 'db' | 'settings'>): () => Promise<Brand> {
  const own = brandOf(SETTING_DEFAULTS);
  let known: { readonly values: Settings; readonly brand: Brand } | undefined;
  const read = async (): Promise<void> => {
    try {
      const values = await settings.read(db);
      if (values !== known?.values) known = { values, brand: brandOf(values) };
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  };
  return async () => {
    const waited = Promise.withResolvers<void>();
    const timer = setTimeout(waited.resolve, known === undefined ? FIRST_WAIT_MS : WAIT_MS);
    await Promise.race([read(), waited.promise]);
    clearTimeout(timer);
    return known?.brand ?? own;
  };
}

function brandOf(values: Settings): Brand {
  const { brandName, brandLogo, brandLogoDark } = values;
  return { name: brandName, style: brandStyle(values), logo: logoOf(brandLogo, brandLogoDark) };
}

function logoOf(id: string, darkId: string): BrandLogo | undefined {
  if (id === '') return undefined;
  return {
    light: logoAddress(id, 'logo.webp'),
    dark: logoAddress(darkId === '' ? id : darkId, 'logo.webp'),
    icon: logoAddress(id, 'icon.png'),
    favicon: logoAddress(id, 'favicon.png'),
  };
}
