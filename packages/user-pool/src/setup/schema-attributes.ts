import { err, ok, type Result } from '@coffer/kit';
import { errors, type PoolError } from '../errors.ts';
import type { PoolSettings, SchemaAttribute } from '../settings.ts';
import type { WireSchemaAttribute } from './pool-shape.ts';

type DataType = SchemaAttribute['type'];

const STANDARD: Readonly<
  Record<string, { readonly type: DataType; readonly minimum?: string; readonly maximum?: string }>
> = {
  profile: { type: 'String' },
  address: { type: 'String' },
  birthdate: { type: 'String', minimum: '10', maximum: '10' },
  gender: { type: 'String' },
  preferred_username: { type: 'String' },
  updated_at: { type: 'Number', minimum: '0' },
  website: { type: 'String' },
  picture: { type: 'String' },
  phone_number: { type: 'String' },
  phone_number_verified: { type: 'Boolean' },
  zoneinfo: { type: 'String' },
  locale: { type: 'String' },
  email: { type: 'String' },
  email_verified: { type: 'Boolean' },
  given_name: { type: 'String' },
  family_name: { type: 'String' },
  middle_name: { type: 'String' },
  name: { type: 'String' },
  nickname: { type: 'String' },
};
const STRING_LENGTH_MAX = 2048;
const CUSTOM_MAX = 50;
const NUMBER_MAX = 9_007_199_254_740_991;

export function readSchema(
  given: readonly WireSchemaAttribute[],
  options: { readonly isCustomOnly: boolean; readonly present: readonly SchemaAttribute[] },
): Result<readonly SchemaAttribute[], PoolError> {
  const attributes: SchemaAttribute[] = [...options.present];
  for (const each of given) {
    const read = readAttribute(each, options.isCustomOnly);
    if (!read.ok) return read;
    const { name, isCustom } = read.value;
    if (attributes.some((other) => other.name === name && other.isCustom === isCustom))
      return err(errors.invalidParameter(`${name}: Existing attribute already has name ${name}.`));
    attributes.push(read.value);
  }
  return attributes.filter(({ isCustom }) => isCustom).length > CUSTOM_MAX
    ? err(errors.tooMany('custom attributes'))
    : ok(attributes);
}

function readAttribute(
  given: WireSchemaAttribute,
  isCustomOnly: boolean,
): Result<SchemaAttribute, PoolError> {
  const { Name: name } = given;
  const standard = isCustomOnly || !Object.hasOwn(STANDARD, name) ? undefined : STANDARD[name];
  const isCustom = standard === undefined;
  if (!isCustomOnly && name === 'sub')
    return err(errors.invalidParameter('sub: The attribute may not be changed.'));
  const type = given.AttributeDataType ?? standard?.type ?? 'String';
  if (standard !== undefined && type !== standard.type)
    return err(
      errors.invalidParameter(
        `You can not change AttributeDataType or set developerOnlyAttribute for standard schema attribute ${name}.`,
      ),
    );
  if (isCustom && given.Required === true)
    return err(errors.invalidParameter('Required custom attributes are not supported currently.'));
  if (standard !== undefined && given.DeveloperOnlyAttribute === true)
    return err(errors.invalidParameter(`${name}: A standard attribute is never for developers only.`));
  const bounds = readBounds(given, type);
  if (!bounds.ok) return bounds;
  return ok({
    name,
    isCustom,
    type,
    isMutable: given.Mutable ?? true,
    isRequired: given.Required ?? false,
    isDeveloperOnly: given.DeveloperOnlyAttribute ?? false,
    ...bounds.value,
  });
}

type Bounds = Pick<SchemaAttribute, 'minimum' | 'maximum'>;

function readBounds(given: WireSchemaAttribute, type: DataType): Result<Bounds, PoolError> {
  const strings = given.StringAttributeConstraints;
  const numbers = given.NumberAttributeConstraints;
  const minimum = type === 'String' ? strings?.MinLength : type === 'Number' ? numbers?.MinValue : undefined;
  const maximum = type === 'String' ? strings?.MaxLength : type === 'Number' ? numbers?.MaxValue : undefined;
  const limit = type === 'String' ? STRING_LENGTH_MAX : NUMBER_MAX;
  const isSound = [minimum, maximum].every(
    (bound) =>
      bound === undefined ||
      (/^-?\d{1,16}$/.test(bound) &&
        Math.abs(Number(bound)) <= limit &&
        (type === 'Number' || Number(bound) >= 0)),
  );
  if (!isSound || (minimum !== undefined && maximum !== undefined && Number(minimum) > Number(maximum)))
    return err(errors.invalidParameter(`${given.Name}: The constraints are not valid.`));
  return ok({ ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) });
}

export function presentSchema(settings: Pick<PoolSettings, 'schemaAttributes'>): readonly object[] {
  const changed = new Map(
    settings.schemaAttributes.filter(({ isCustom }) => !isCustom).map((each) => [each.name, each]),
  );
  const sub = present('sub', { type: 'String', isMutable: false, isRequired: true, minimum: '1' });
  const standard = Object.entries(STANDARD).map(([name, own]) => {
    const given = changed.get(name);
    return present(name, {
      type: own.type,
      isMutable: given?.isMutable ?? true,
      isRequired: given?.isRequired ?? false,
      minimum: given?.minimum ?? own.minimum,
      maximum: given?.maximum ?? own.maximum,
    });
  });
  const custom = settings.schemaAttributes
    .filter(({ isCustom }) => isCustom)
    .map((each) =>
      present(`${each.isDeveloperOnly ? 'dev' : 'custom'}:${each.name}`, each, { hasOwnBounds: true }),
    );
  return [sub, ...standard, ...custom];
}

function present(
  name: string,
  attribute: {
    readonly type: DataType;
    readonly isMutable: boolean;
    readonly isRequired: boolean;
    readonly isDeveloperOnly?: boolean;
    readonly minimum?: string | undefined;
    readonly maximum?: string | undefined;
  },
  options: { readonly hasOwnBounds: boolean } = { hasOwnBounds: false },
): object {
  const { type, minimum, maximum } = attribute;
  const least = minimum ?? (options.hasOwnBounds ? undefined : '0');
  const most = maximum ?? (options.hasOwnBounds ? undefined : String(STRING_LENGTH_MAX));
  return {
    Name: name,
    AttributeDataType: type,
    DeveloperOnlyAttribute: attribute.isDeveloperOnly ?? false,
    Mutable: attribute.isMutable,
    Required: attribute.isRequired,
    ...(type === 'String'
      ? {
          StringAttributeConstraints: {
            ...(least === undefined ? {} : { MinLength: least }),
            ...(most === undefined ? {} : { MaxLength: most }),
          },
        }
      : {}),
    ...(type === 'Number'
      ? {
          NumberAttributeConstraints: {
            ...(minimum === undefined ? {} : { MinValue: minimum }),
            ...(maximum === undefined ? {} : { MaxValue: maximum }),
          },
        }
      : {}),
  };
}

export function isAttributeName(settings: Pick<PoolSettings, 'schemaAttributes'>, name: string): boolean {
  if (name === 'sub' || Object.hasOwn(STANDARD, name)) return true;
  return settings.schemaAttributes.some(({ isCustom, name: own }) => isCustom && name === `custom:${own}`);
}
