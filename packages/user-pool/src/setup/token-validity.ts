import { ok, err, type Result } from '@coffer/kit';
import { errors, type PoolError } from '../errors.ts';
import type { ClientSettings } from '../settings.ts';

export type Unit = 'seconds' | 'minutes' | 'hours' | 'days';

const UNIT_MINUTES: Readonly<Record<Unit, number>> = {
  seconds: 1 / 60,
  minutes: 1,
  hours: 60,
  days: 24 * 60,
};
const DAY_MINUTES = 24 * 60;

interface Kind {
  readonly name: 'AccessToken' | 'IdToken' | 'RefreshToken';
  readonly unit: Unit;
  readonly default: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** `unit` is the default unit; all values are in minutes. */
const KINDS = {
  access: { name: 'AccessToken', unit: 'hours', default: 60, minimum: 5, maximum: DAY_MINUTES },
  id: { name: 'IdToken', unit: 'hours', default: 60, minimum: 5, maximum: DAY_MINUTES },
  refresh: {
    name: 'RefreshToken',
    unit: 'days',
    default: 30 * DAY_MINUTES,
    minimum: 60,
    maximum: 3650 * DAY_MINUTES,
  },
} as const satisfies Record<string, Kind>;

interface Given {
  readonly AccessTokenValidity?: number | undefined;
  readonly IdTokenValidity?: number | undefined;
  readonly RefreshTokenValidity?: number | undefined;
  readonly TokenValidityUnits?: { readonly [Name in Kind['name']]?: Unit | undefined } | undefined;
}

export type Validity = Pick<
  ClientSettings,
  | 'accessTokenValidityMinutes'
  | 'idTokenValidityMinutes'
  | 'refreshTokenValidityMinutes'
  | 'tokenValidityUnits'
>;

/** Zero selects the default of the refresh token. */
export function readValidity(given: Given): Result<Validity, PoolError> {
  const units = given.TokenValidityUnits ?? {};
  const access = toMinutes(KINDS.access, given.AccessTokenValidity, units.AccessToken);
  const id = toMinutes(KINDS.id, given.IdTokenValidity, units.IdToken);
  const refresh = toMinutes(KINDS.refresh, given.RefreshTokenValidity || undefined, units.RefreshToken);
  if (!access.ok) return access;
  if (!id.ok) return id;
  if (!refresh.ok) return refresh;
  return ok({
    accessTokenValidityMinutes: access.value,
    idTokenValidityMinutes: id.value,
    refreshTokenValidityMinutes: refresh.value,
    tokenValidityUnits: {
      ...(units.AccessToken === undefined ? {} : { accessToken: units.AccessToken }),
      ...(units.IdToken === undefined ? {} : { idToken: units.IdToken }),
      ...(units.RefreshToken === undefined ? {} : { refreshToken: units.RefreshToken }),
    },
  });
}

function toMinutes(kind: Kind, value: number | undefined, unit: Unit | undefined): Result<number, PoolError> {
  const minutes = value === undefined ? kind.default : value * UNIT_MINUTES[unit ?? kind.unit];
  return minutes >= kind.minimum && minutes <= kind.maximum
    ? ok(minutes)
    : err(errors.invalidParameter(`Invalid range for token validity: ${kind.name}Validity.`));
}

export function presentValidity(settings: Validity): object {
  const { tokenValidityUnits: given } = settings;
  const access = fromMinutes(KINDS.access, settings.accessTokenValidityMinutes, given.accessToken);
  const id = fromMinutes(KINDS.id, settings.idTokenValidityMinutes, given.idToken);
  const refresh = fromMinutes(KINDS.refresh, settings.refreshTokenValidityMinutes, given.refreshToken);
  return {
    AccessTokenValidity: access.value,
    IdTokenValidity: id.value,
    RefreshTokenValidity: refresh.value,
    TokenValidityUnits: { AccessToken: access.unit, IdToken: id.unit, RefreshToken: refresh.unit },
  };
}

function fromMinutes(kind: Kind, minutes: number, given: Unit | undefined): { value: number; unit: Unit } {
  const units: readonly Unit[] = [given ?? kind.unit, 'hours', 'minutes'];
  const unit = units.find((each) => isWhole(minutes / UNIT_MINUTES[each])) ?? 'seconds';
  return { unit, value: Math.round(minutes / UNIT_MINUTES[unit]) };
}

/** Seconds converted to minutes are inexact floats. */
function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}
