export { TEMPLATES as NAMES } from './templates.rules.ts';
export { presentTemplate as present, templateSchema as schema } from './template.presenter.ts';
export {
  getTemplate as get,
  listTemplates as list,
  putTemplate as put,
  type TemplateChange as Change,
} from './templates.ts';
