import { type ApiCall, errorsOf, isCommonError } from '@farwatch/core/contracts/api/call';
import { API_ERROR_STATUS } from '@farwatch/core/contracts/api/error';
import { EXAMPLE_LANGUAGES, type ExampleLanguage, exampleCode } from '@farwatch/core/contracts/api/example-code';
import { operationId, templated } from '@farwatch/core/contracts/api/openapi';
import { type Description, type Operation, resolve, type Schema } from './description.ts';
import { FieldTable, Type } from './field-table.tsx';
import { fieldsOf, initialOf, type Schemas, typeOf } from './fields.ts';

type CallProps = { call: ApiCall; origin: string; description: Description };

const SCOPE_TEXTS: Partial<Record<ApiCall['scope'], string>> = { anyone: 'no key' };

/** One call: what it takes and answers, and a program that makes it. */
export function CallSection({ call, origin, description }: CallProps) {
  const { method, path, scope } = call;
  const operation = description.paths[templated(path)]?.[method];
  if (!operation) throw new Error(`The description has no ${method} ${path}`);
  const { components } = description;
  // The introduction explains the common ones.
  const errors = errorsOf(call).filter((code) => !isCommonError(code));
  return (
    <section id={operationId(call)} data-call="">
      <h3>
        <code>
          <b>{method.toUpperCase()}</b> /api{templated(path)}
        </code>
      </h3>
      <p>{operation.summary}.</p>
      <p>
        <small>
          Scope: {SCOPE_TEXTS[scope] ?? <code>{scope}</code>}.{' '}
          {scope !== 'anyone' && `Counts as a ${method === 'get' ? 'read' : 'write'}. `}
          {operation.description}
        </small>
      </p>
      <Parameters operation={operation} description={description} />
      {operation.requestBody && (
        <>
          <h4>Body</h4>
          <Fields
            schema={operation.requestBody.content['application/json'].schema}
            schemas={components.schemas}
            isInput
          />
        </>
      )}
      <h4>Answer {call.status}</h4>
      <Fields schema={answerOf(operation, call.status, description)} schemas={components.schemas} isInput={false} />
      {errors.length > 0 && (
        <p>
          Errors:{' '}
          {errors.map((code, index) => (
            <span key={code}>
              {index > 0 && ', '}
              {API_ERROR_STATUS[code]} <code>{code}</code>
            </span>
          ))}
        </p>
      )}
      <h4>Example</h4>
      {EXAMPLE_LANGUAGES.map((language) => (
        <Example key={language} language={language} code={exampleCode(call, language, origin)} />
      ))}
    </section>
  );
}

function answerOf({ responses }: Operation, status: number, { components }: Description): Schema {
  const response = responses[status];
  if (!response) throw new Error(`No answer ${status}`);
  const { content } = resolve(response, components.responses);
  return 'text/plain' in content ? content['text/plain'].schema : content['application/json'].schema;
}

function Parameters({ operation, description }: { operation: Operation; description: Description }) {
  const { parameters: known, schemas } = description.components;
  const parameters = operation.parameters.map((each) => resolve(each, known));
  if (parameters.length === 0) return null;
  const rows = parameters.map(({ name, in: place, schema, required = false, description: about }) => ({
    name,
    type: [{ text: `${place}: ` }, ...typeOf(schema, schemas)],
    isRequired: required,
    initial: initialOf(schema),
    about: about ?? null,
  }));
  return (
    <>
      <h4>Parameters</h4>
      <FieldTable rows={rows} isInput />
    </>
  );
}

/** The fields of an object, or what it is if it has none of its own. */
function Fields({ schema, schemas, isInput }: { schema: Schema; schemas: Schemas; isInput: boolean }) {
  const rows = fieldsOf(schema, schemas);
  if (rows.length === 0)
    return (
      <p>
        <Type parts={typeOf(schema, schemas)} />
      </p>
    );
  return <FieldTable rows={rows} isInput={isInput} />;
}

const LANGUAGE_NAMES: Record<ExampleLanguage, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python' };

/** A program; that of curl is open. */
export function Example({ language, code }: { language: ExampleLanguage; code: string }) {
  return (
    <details open={language === 'curl'}>
      <summary>{LANGUAGE_NAMES[language]}</summary>
      <pre>
        <code>{code}</code>
      </pre>
    </details>
  );
}
