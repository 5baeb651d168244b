// What the client, and what it watched, took of the machine.
#include "results/store/json_fields.hpp"

namespace joust::store {

Json json_of(const Usage& usage) {
  Json json;
  json["cpu_user_ns"] = usage.cpu_user_ns;
  json["cpu_system_ns"] = usage.cpu_system_ns;
  put(json, "window_cpu_ns", usage.window_cpu_ns);
  json["max_rss_bytes"] = usage.max_rss_bytes;
  json["voluntary_switches"] = usage.voluntary_switches;
  json["involuntary_switches"] = usage.involuntary_switches;
  json["threads"] = Json::array();
  for (const auto& thread : usage.threads) {
    Json entry = Json::object();
    put(entry, "cpu_share", thread.cpu_share);
    put(entry, "wait_share", thread.wait_share);
    json["threads"].push_back(std::move(entry));
  }
  return json;
}

Usage usage_of(const Fields& fields) {
  Usage usage;
  usage.cpu_user_ns = fields.value_or<std::int64_t>("cpu_user_ns", 0);
  usage.cpu_system_ns = fields.value_or<std::int64_t>("cpu_system_ns", 0);
  usage.window_cpu_ns = fields.optional<std::int64_t>("window_cpu_ns");
  usage.max_rss_bytes = fields.value_or<std::uint64_t>("max_rss_bytes", 0);
  usage.voluntary_switches = fields.value_or<std::uint64_t>("voluntary_switches", 0);
  usage.involuntary_switches = fields.value_or<std::uint64_t>("involuntary_switches", 0);
  for (const auto& thread : fields.objects("threads")) {
    usage.threads.push_back(
        {thread.value_or("cpu_share", 0.0), thread.value_or("wait_share", 0.0)});
  }
  return usage;
}

Json json_of(const Watched& watched) {
  Json json;
  json["cpu_ns"] = watched.cpu_ns;
  json["wait_ns"] = watched.wait_ns;
  json["max_rss_bytes"] = watched.max_rss_bytes;
  json["switches"] = watched.switches;
  json["faults"] = watched.faults;
  json["threads"] = watched.threads;
  put(json, "busiest_thread_share", watched.busiest_thread_share);
  put(json, "busiest_thread_wait_share", watched.busiest_thread_wait_share);
  return json;
}

Watched watched_of(const Fields& fields) {
  Watched watched;
  watched.cpu_ns = fields.required<std::int64_t>("cpu_ns");
  watched.wait_ns = fields.value_or<std::int64_t>("wait_ns", 0);
  watched.max_rss_bytes = fields.value_or<std::uint64_t>("max_rss_bytes", 0);
  watched.switches = fields.value_or<std::uint64_t>("switches", 0);
  watched.faults = fields.value_or<std::uint64_t>("faults", 0);
  watched.threads = fields.value_or<std::uint32_t>("threads", 0);
  watched.busiest_thread_share = fields.value_or("busiest_thread_share", 0.0);
  watched.busiest_thread_wait_share = fields.value_or("busiest_thread_wait_share", 0.0);
  return watched;
}

}  // namespace joust::store
