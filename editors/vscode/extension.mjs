// The extension: starts `rulekit lsp` and shows places that remarks above clauses lead to.
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

let client;

function start() {
  const settings = vscode.workspace.getConfiguration('rulekit');
  const [command, ...args] = settings.get('command');
  const server = { command, args };
  const options = {
    documentSelector: [{ language: 'rulebook' }],
    initializationOptions: { language: settings.get('language') },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{rules,toml}') },
    middleware: { provideCompletionItem: withSuggestions },
  };
  client = new LanguageClient('rulekit', 'Rulebooks', server, options);
  return client.start().catch((error) =>
    vscode.window.showErrorMessage(`${[command, ...args].join(' ')} does not start: ${error.message}. Install it by: pip install 'rulekit[editor]'`));
}

// A form with blanks asks at once what may be written into the first one.
async function withSuggestions(document, position, context, token, next) {
  const found = await next(document, position, context, token);
  for (const item of found?.items ?? []) {
    if (item.insertText instanceof vscode.SnippetString && /\$\{1:[A-Z]+\}/.test(item.insertText.value))
      item.command = { command: 'editor.action.triggerSuggest', title: 'Suggest' };
  }
  return found;
}

function showPlaces(uri, position, places) {
  const found = places.map((place) => client.protocol2CodeConverter.asLocation(place));
  const at = client.protocol2CodeConverter.asPosition(position);
  return vscode.commands.executeCommand('editor.action.peekLocations', vscode.Uri.parse(uri), at, found, 'peek');
}

export function activate(context) {
  const { registerCommand } = vscode.commands;
  context.subscriptions.push(
    registerCommand('rulekit.showPlaces', showPlaces),
    registerCommand('rulekit.restart', async () => {
      await client?.stop();
      await start();
    }),
  );
  return start();
}

export function deactivate() {
  return client?.stop();
}
