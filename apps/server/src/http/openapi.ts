import {
  ERROR_CODES,
  ERROR_STATUS,
  Instant,
  LIMITS,
  SERVER_LIMITS,
  type Operation,
  OPERATION_SCOPES,
  type OperationName,
  type OperationScope,
  operations,
  Problem,
  TOKEN_SCOPES,
} from '@coffer/contracts';
import { assert } from '@coffer/kit';
import * as z from 'zod';

type Json = Readonly<Record<string, unknown>>;

/**
 * The OpenAPI document, generated from the table of operations. `cookieName` is the name of the session cookie.
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument(serverUrl: string, cookieName: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const name of Object.keys(operations).filter(isOperationName)) {
    const operation = operations[name];
    const described = describe(name, operation, OPERATION_SCOPES[name]);
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = described;
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Coffer',
      version: '1',
      description:
        'Files of a group. With the session, every call that changes something carries `X-Coffer: 1` and comes from the own origin; with a token it needs neither. Bytes of files go straight to the object store, to addresses that this API signs; only those of public links with a limit go through the server.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${serverUrl}/api/v1` }],
    paths,
    components: {
      schemas: {
        Problem: schemaOf(Problem, 'output'),
        ErrorCode: { type: 'string', enum: ERROR_CODES },
      },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName,
        },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: `An API token. Each call names the scope that it needs: ${TOKEN_SCOPES.join(', ')}.`,
        },
      },
    },
    'x-limits': { ...LIMITS, ...SERVER_LIMITS },
    'x-error-status': ERROR_STATUS,
  };
}

function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

function describe(name: string, operation: Operation, scope: OperationScope): Json {
  return {
    operationId: name,
    summary: operation.summary,
    security: securityOf(operation, scope),
    parameters: [
      ...parametersOf(operation.params, 'path'),
      ...parametersOf(operation.query, 'query'),
      ...headersOf(operation, scope),
    ],
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(operation.body, 'input') } },
          },
        }),
    responses: {
      [operation.status]: {
        description: operation.summary,
        ...(operation.downloads === true ? { content: DOWNLOAD } : {}),
        ...(operation.answersBytes === true
          ? { content: { 'application/octet-stream': { schema: BYTES } } }
          : {}),
        ...(operation.answersPicture === true ? { content: PICTURE } : {}),
        ...(operation.response === undefined
          ? {}
          : { content: contentOf(operation.streams === true, schemaOf(operation.response, 'output')) }),
      },
      ...(operation.redirects === true ? { 302: REDIRECT } : {}),
      ...(operation.answersBytes === true ? { 206: PART, 416: BEYOND_END } : {}),
      default: {
        description: 'A refusal',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const PICTURE: Json = { 'image/*': { schema: { type: 'string', contentMediaType: 'image/*' } } };

const DOWNLOAD: Json = {
  'application/jsonl': { schema: { type: 'string' } },
  'text/csv': { schema: { type: 'string' } },
};

function contentOf(isStream: boolean, schema: unknown): Json {
  return isStream
    ? { 'text/event-stream': { schema: eventWith(schema) } }
    : { 'application/json': { schema } };
}

/** The schema of one event of the stream as the HTML standard parses it, with its data as JSON in a string. */
function eventWith(contentSchema: unknown): Json {
  return {
    type: 'object',
    properties: {
      id: { type: 'string' },
      data: { type: 'string', contentMediaType: 'application/json', contentSchema },
    },
    required: ['data'],
  };
}

function parametersOf(schema: Operation['params'], place: 'path' | 'query'): readonly Json[] {
  if (schema === undefined) return [];
  const { required = [] } = ObjectSchema.parse(schemaOf(schema, 'input'));
  const { properties = {} } = ObjectSchema.parse(schemaOf(schema, 'output'));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

const ObjectSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

/** The security of a call. A call that accepts tokens names the needed scope. */
function securityOf({ access }: Operation, scope: OperationScope): readonly Json[] {
  if (access === 'anyone') return [];
  if (scope === 'closed') return [{ session: [] }];
  return [{ session: [] }, { token: scope === 'any' ? [] : [scope] }];
}

function headersOf(operation: Operation, scope: OperationScope): readonly Json[] {
  return [
    ...(operation.method === 'GET'
      ? []
      : [
          header('X-Coffer', {
            required: scope === 'closed',
            description: 'Always `1`. Only a token needs none',
            pattern: '^1$',
          }),
        ]),
    ...(operation.replaces === true ? [IF_MATCH] : []),
    ...(operation.creates === true ? [IDEMPOTENCY_KEY] : []),
    ...(operation.streams === true ? [LAST_EVENT_ID] : []),
    ...(operation.answersBytes === true ? [RANGE] : []),
  ];
}

const BYTES: Json = { type: 'string', contentMediaType: 'application/octet-stream' };
const PART: Json = {
  description: 'The bytes that were asked for',
  content: { 'application/octet-stream': { schema: BYTES } },
};
const BEYOND_END: Json = { description: 'The file ends before the bytes that were asked for' };

const REDIRECT: Json = {
  description: 'The address of what was asked for, unless JSON was asked for',
  headers: { Location: { required: true, schema: { type: 'string', format: 'uri' } } },
};
const IF_MATCH = header('If-Match', {
  required: true,
  description: 'The revision that the change is based on, such as `"3"`',
  pattern: '^"?[0-9]{1,9}"?$',
});
const IDEMPOTENCY_KEY = header('Idempotency-Key', {
  required: false,
  description: '8 to 100 visible characters; the same key and request within 24 hours get the same answer',
  pattern: '^[\\x21-\\x7e]{8,100}$',
});
const LAST_EVENT_ID = header('Last-Event-ID', {
  required: false,
  description:
    'The id of the last event that was read, or the second (Unix time) since which changes are wanted',
  pattern: '^[0-9]{1,11}(~[0-9:,]+)?$',
});

const RANGE = header('Range', {
  required: false,
  description: 'One range of bytes. Others are ignored',
  pattern: '^bytes=[0-9]*-[0-9]*$',
});

function header(
  name: string,
  details: { readonly required: boolean; readonly description: string; readonly pattern: string },
): Json {
  const { required, description, pattern } = details;
  return { name, in: 'header', required, description, schema: { type: 'string', pattern } };
}

/** Converts a schema. Ids are custom schemas, which become UUIDs. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.core.$ZodCustom)
        Object.assign(jsonSchema, { type: 'string', format: 'uuid' });
      if (zodSchema instanceof z.core.$ZodTuple) describeTuple(jsonSchema);
      if (zodSchema === Instant) {
        delete jsonSchema.allOf;
        jsonSchema.format = 'date-time';
      }
    },
  });
  return json;
}

/** Describes a tuple as an array, because client generators cannot read `prefixItems`. */
function describeTuple(jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const [first, ...others] = jsonSchema.prefixItems ?? [];
  assert(first !== undefined, 'a tuple has no members');
  assert(
    others.every((other) => JSON.stringify(other) === JSON.stringify(first)),
    'the members of a tuple have different schemas',
  );
  const length = others.length + 1;
  delete jsonSchema.prefixItems;
  Object.assign(jsonSchema, { items: first, minItems: length, maxItems: length });
}
