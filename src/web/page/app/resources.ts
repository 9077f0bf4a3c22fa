// What is fetched only when it is looked at.

import type { WebConfig, WebFiles, WebLogEntry, WebRule, WebSession, WorkTreeReply } from "../../protocol.ts";
import type { Api } from "../store/api.ts";
import { Resource } from "../store/resource.ts";

export type Resources = ReturnType<typeof openResources>;

export function openResources(api: Api) {
  return {
    files: new Resource<WebFiles>(api, "/api/files"),
    log: new Resource<readonly WebLogEntry[]>(api, "/api/log"),
    rules: new Resource<readonly WebRule[]>(api, "/api/rules"),
    config: new Resource<WebConfig>(api, "/api/config"),
    workTree: new Resource<WorkTreeReply>(api, "/api/work-tree"),
    sessions: new Resource<readonly WebSession[]>(api, "/api/sessions"),
  };
}
