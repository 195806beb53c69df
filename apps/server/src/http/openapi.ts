import { ERROR_CODES, ERROR_STATUS, LIMITS, type Operation, operations, Problem } from '@coffer/contracts';
import * as z from 'zod';

type Json = Readonly<Record<string, unknown>>;

/**
 * The document that describes the API, made from the same table that the API itself is made from.
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export function openApiDocument(serverUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(name, operation);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Coffer',
      version: '1',
      description:
        'Files of a group. Every call that changes something carries `X-Coffer: 1` and comes from the own origin. Bytes of files go straight to the object store, to addresses that this API signs.',
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
          name: '__Host-Http-coffer',
          description: '`coffer` on loopback without TLS',
        },
      },
    },
    'x-limits': LIMITS,
    'x-error-status': ERROR_STATUS,
  };
}

function describe(name: string, operation: Operation): Json {
  return {
    operationId: name,
    summary: operation.summary,
    security: operation.access === 'person' ? [{ session: [] }] : [],
    parameters: [
      ...parametersOf(operation.params, 'path'),
      ...parametersOf(operation.query, 'query'),
      ...headersOf(operation),
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
        ...(operation.response === undefined
          ? {}
          : { content: { 'application/json': { schema: schemaOf(operation.response, 'output') } } }),
      },
      default: {
        description: 'A refusal',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function parametersOf(schema: Operation['params'], place: 'path' | 'query'): readonly Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = ObjectSchema.parse(schemaOf(schema, 'input'));
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

function headersOf(operation: Operation): readonly Json[] {
  return [
    ...(operation.method === 'GET' ? [] : [header('X-Coffer', true, 'Always `1`')]),
    ...(operation.replaces === true
      ? [header('If-Match', true, 'The revision that the change is based on, such as `"3"`')]
      : []),
    ...(operation.creates === true
      ? [
          header(
            'Idempotency-Key',
            false,
            '8 to 100 visible characters; the same key and request within 24 hours get the same answer',
          ),
        ]
      : []),
  ];
}

function header(name: string, required: boolean, description: string): Json {
  return { name, in: 'header', required, description, schema: { type: 'string' } };
}

/** JSON Schema 2020-12, as OpenAPI 3.1 wants it. Ids are custom schemas: lower-case UUIDs. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.core.$ZodCustom)
        Object.assign(jsonSchema, { type: 'string', format: 'uuid' });
    },
  });
  return json;
}
