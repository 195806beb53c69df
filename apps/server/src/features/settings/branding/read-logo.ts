import { LogoId } from '@coffer/contracts';
import type { Services } from '../../../services.ts';
import { findLogoPicture, LOGO_PICTURES } from '../store/logos.ts';

interface ServedLogo {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
}

const MEDIA_TYPES = { logo: 'image/webp', icon: 'image/png', favicon: 'image/png' } as const;
/** How many pictures are cached: light and dark logos, and earlier ones that open pages may still use. */
const KEPT_MAX = 12;

/** Serves logos by paths below `/brand/`. Needs no session, because pages of guests show the logo. */
export function createLogoReader({ db }: Pick<Services, 'db'>) {
  const kept = new Map<string, ServedLogo>();
  return async (path: string): Promise<ServedLogo | undefined> => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const [, id, name] = /^\/brand\/([\w-]{1,40})\/(\w+)\.(?:webp|png)$/.exec(path) ?? [];
    const picture = LOGO_PICTURES.find((each) => each === name);
    if (picture === undefined || !LogoId.safeParse(id).success || id === undefined) return undefined;
    const base64 = await findLogoPicture(db, id, picture);
    if (base64 === undefined) return undefined;
    const found = { bytes: new Uint8Array(Buffer.from(base64, 'base64')), mediaType: MEDIA_TYPES[picture] };
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(path, found);
    return found;
  };
}
