import * as contract from '#contract/notifications.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { getNotifications } from './get-notifications.ts';
import { saveNotifications } from './save-notifications.ts';
import { getWebhook, listWebhookDeliveries } from './webhook/get-webhook.ts';
import { deleteWebhook, replaceWebhookSecret, saveWebhook } from './webhook/save-webhook.ts';
import { resendWebhookDelivery, testWebhook } from './webhook/send-again.ts';

export function addNotificationRoutes(mount: Mount): void {
  mount(contract.getNotifications, getNotifications);
  mount(contract.saveNotifications, saveNotifications);
  mount(contract.getWebhook, getWebhook);
  mount(contract.saveWebhook, saveWebhook);
  mount(contract.deleteWebhook, deleteWebhook);
  mount(contract.replaceWebhookSecret, replaceWebhookSecret);
  mount(contract.listWebhookDeliveries, listWebhookDeliveries);
  mount(contract.testWebhook, testWebhook);
  mount(contract.resendWebhookDelivery, resendWebhookDelivery);
}
