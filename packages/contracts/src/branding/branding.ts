import * as z from 'zod/mini';
import { LIMITS } from '../limits.ts';
import { BRAND_LOGO } from '../settings/setting-keys.ts';

export const LogoId = z.string().check(z.regex(BRAND_LOGO));

export const AddLogoRequest = z.strictObject({
  /** PNG, JPEG or WebP as a `data:` URL. */
  picture: z
    .string()
    .check(
      z.maxLength(LIMITS.logoLengthMax),
      z.regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/),
    ),
});
export type AddLogoRequest = z.infer<typeof AddLogoRequest>;

export const AddedLogo = z.object({ logo: LogoId });
export type AddedLogo = z.infer<typeof AddedLogo>;
