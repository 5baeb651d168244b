// Readers of the values that joust-load's options take: text to what it means. Error{user_input}
// quotes what was given and says what is accepted; naming the option is the caller's.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "client/formats/format.hpp"
#include "client/http/url.hpp"
#include "results/model/load_plan.hpp"

namespace joust::client::cli {

/// "0,2-4" -> 0 2 3 4, each in [low, high].
std::vector<int> parse_numbers(std::string_view text, int low, int high);
/// "a,b" -> a b, without blanks around them.
std::vector<std::string> parse_words(std::string_view text);
/// A count of things held in memory, below 2^32.
std::uint32_t parse_small_count(const std::string& text);
Arrivals parse_arrivals(const std::string& text);
int parse_pid(const std::string& text);

/// "Name: value"; "Name:" is an empty value.
Header parse_header(std::string_view text);
/// "name:password" as the field that HTTP's basic scheme wants (RFC 7617).
Header basic_authorization(std::string_view text);
HttpVersion parse_http(std::string_view text);
CheckLevel parse_check(const std::string& text);
Format parse_format(const std::string& text);
std::string lower_case_hex(std::string text);

/// A file that the user named: a missing one is the user's to mend.
std::string text_of_file(const std::string& path);
/// What a load could only find out when it is over.
void require_writable_place(const std::filesystem::path& file);
void require_allowed(const std::vector<int>& cpus);
/// One request target a line: "/path", or a URL of the same host and port. Blank lines and lines
/// that begin with '#' are left out. Errors name file and line.
std::vector<std::string> targets_of_file(const std::string& path, const Url& url);

}  // namespace joust::client::cli
